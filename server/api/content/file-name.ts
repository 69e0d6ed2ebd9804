/** Validates names of uploaded files: safe in a URL, and without invisible characters that could deceive a reader. */
import { invalidField } from '@server/api/shared/problem';

const MAX_LENGTH = 200;
/**
 * Refused in file names: control, format (with direction marks) and unassigned characters, line separators, lone
 * surrogates.
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Validates a file name. @returns the name in NFC (macOS sends か and ゛ as two characters). @throws {Problem} 422. */
export function checkFileName(fileName: string): string {
  const name = fileName.normalize('NFC');
  if (name.trim() === '') throw invalidField('fname', 'ファイル名を入力してください。');
  if (name.length > MAX_LENGTH) throw invalidField('fname', `ファイル名は${MAX_LENGTH}文字以内にしてください。`);
  if (unsafe.test(name) || /[/\\]/.test(name))
    throw invalidField('fname', 'ファイル名に使えない文字が含まれています。');
  if (name.startsWith('.') || name !== name.trim())
    throw invalidField('fname', 'ファイル名を点や空白で始めたり、空白で終えたりできません。');
  return name;
}
