/** Names of uploaded files: what may stand in a URL and on a screen without deceiving anybody. */
import { invalidField } from '@server/api/shared/problem';

const MAX_LENGTH = 200;
/** Control and format characters (direction marks among them), unassigned ones, separators of lines, halves of pairs. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Checks a file name, and composes it as one name (a Mac sends か and ゛ apart). @throws {Problem} 422. */
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
