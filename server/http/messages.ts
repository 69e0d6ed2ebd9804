/** What a form is told about a wrong field: zod's findings in Japanese. */
import type * as z from 'zod/mini';

import type { FieldError } from '@/api/errors';

type Issue = z.core.$ZodIssue;

const unitOf: Record<string, string> = { string: '文字', array: '件' };

function tooSmall(issue: z.core.$ZodIssueTooSmall): string {
  const unit = unitOf[issue.origin];
  if (issue.origin === 'string' && issue.minimum === 1) return '入力してください。';
  return unit ? `${issue.minimum}${unit}以上にしてください。` : `${issue.minimum}以上の数にしてください。`;
}

function tooBig(issue: z.core.$ZodIssueTooBig): string {
  const unit = unitOf[issue.origin];
  return unit ? `${issue.maximum}${unit}以内にしてください。` : `${issue.maximum}以下の数にしてください。`;
}

const formats: Record<string, string> = {
  email: 'メールアドレスの形で入力してください。',
  uuid: 'UUIDの形で指定してください。',
  regex: '使えない文字が含まれているか、長さが合っていません。',
};

function messageOf(issue: Issue, isMissing: boolean): string {
  if (isMissing) return '入力してください。';
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return formats[issue.format] ?? '形が正しくありません。';
    case 'invalid_value':
      return '選べる値ではありません。';
    case 'invalid_type':
      return '値の種類が正しくありません。';
    default:
      return '値が正しくありません。';
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
}

/** One message a field, the first found. @param value what was parsed, to tell a missing field from a wrong one. */
export function toFieldErrors(issues: readonly Issue[], value: unknown): FieldError[] {
  const errors = new Map<string, string>();
  for (const issue of issues) {
    const path = issue.path.map(String).join('.');
    const found = valueAt(value, issue.path);
    const isEmpty = found === '' && issue.code === 'invalid_format';
    const isMissing = issue.path.length > 0 && (found === undefined || isEmpty);
    if (!errors.has(path)) errors.set(path, messageOf(issue, isMissing));
  }
  return [...errors].map(([path, message]) => ({ path, message }));
}
