/** Error messages of fields: translates zod's issues to Japanese, for forms, the user import and the server. */
import type * as z from 'zod/mini';

type Issue = z.core.$ZodRawIssue;

const EMPTY = '入力してください。';
const unitOf: Record<string, string> = { string: '文字', array: '件' };

function tooSmall(origin: string, minimum: number | bigint): string {
  if (origin === 'string' && minimum === 1) return EMPTY;
  if (origin === 'array' && minimum === 1) return '1件以上選んでください。';
  const unit = unitOf[origin];
  return unit ? `${minimum}${unit}以上にしてください。` : `${minimum}以上の数にしてください。`;
}

function tooBig(origin: string, maximum: number | bigint): string {
  const unit = unitOf[origin];
  return unit ? `${maximum}${unit}以内にしてください。` : `${maximum}以下の数にしてください。`;
}

const formats: Record<string, string> = {
  email: 'メールアドレスの形で入力してください。',
  url: 'https:// から始まるアドレスを入力してください。',
  regex: '使えない文字が含まれているか、長さが合っていません。',
};

function wrongType(expected: string, input: unknown): string {
  if (input === undefined || input === null || input === '') return EMPTY;
  if (expected === 'number') return '数字で入力してください。';
  if (expected === 'int') return '整数で入力してください。';
  return '入力内容を確かめてください。';
}

/** Returns the Japanese message for a validation issue; used as zod's error map. */
export function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'too_small':
      return tooSmall(String(issue.origin), issue.minimum as number);
    case 'too_big':
      return tooBig(String(issue.origin), issue.maximum as number);
    case 'invalid_format':
      return issue.input === '' ? EMPTY : (formats[String(issue.format)] ?? '形が正しくありません。');
    case 'invalid_type':
      return wrongType(String(issue.expected), issue.input);
    case 'invalid_value':
      return '選んでください。';
    case 'invalid_union':
      // For a union, show the message of its last alternative, which is the strictest: '' or an address, null or a
      // number.
      return issue.errors.at(-1)?.[0]?.message ?? '入力内容を確かめてください。';
    default:
      return '入力内容を確かめてください。';
  }
}
