/** Judges one response as the app does: who answered, and whether the body fits the app's schema. */
import type * as z from 'zod/mini';

import { isPortalBody } from '@/api/network/server-answer';

import { compareShape, type Comparison, type Difference } from './compare-shape';
import type { ServerAnswer } from './connection';
import { clean, type Finding } from './finding';
import { missingEffect } from './missing-effects';

/** Returns the findings about a response that has no usable body; undefined if it has one. */
export function judgeAnswer(about: string, answer: ServerAnswer): Finding[] | undefined {
  const { status, ok, head, gateway, text, body, endsWithSlash } = answer;
  const fail = (words: string): Finding[] => [{ state: 'fail', about, words }];
  if (answer.untranslated !== undefined) return fail(`dialect: ${clean(answer.untranslated)}`);
  if (status === 0) return fail('返事がありません（接続できないか、10秒を超えました）。');
  if (head.isRedirect || (status >= 300 && status < 400))
    return fail(`リダイレクト（${status}）です。アプリはたどりません。末尾の / を確かめてください。`).map((finding) =>
      endsWithSlash === undefined ? finding : { ...finding, mend: { slashes: endsWithSlash } },
    );
  if (gateway === 'basic-auth') return fail('BASIC認証がかかっています。アプリの通信は通れません。');
  if (/\bx?html\b/i.test(head.contentType)) return fail(`HTML を返します（${status}）。アプリは別の応答とみなします。`);
  if (!ok) return fail(`${status} を返します。`);
  if (text === '' && status < 400)
    return fail(`本文のない ${status} です。JSON を返してください（Location は読みません）。`);
  if (text === '' || body === undefined) return fail('JSON ではありません。');
  if (isPortalBody(body))
    return fail('2xx の本文に error、errors かログインの URL があります。アプリは別の応答とみなします。');
  if (!/\bjson\b/i.test(head.contentType))
    return fail(
      `Content-Type が ${clean(head.contentType) || '空'} です。application/json にしないと端末に保存されません。`,
    );
  return undefined;
}

function misfitFinding(about: string, difference: Difference): Finding {
  return { state: 'fail', about, words: '合っていません。', ...difference };
}

function missingFinding(about: string, difference: Difference): Finding {
  return { state: 'warn', about, words: missingEffect(about, difference.field), ...difference };
}

/** Returns the findings of a comparison; one `pass` if there are none. */
export function findingsOf(about: string, { misfits, missing }: Comparison): Finding[] {
  const findings = [
    ...misfits.map((difference) => misfitFinding(about, difference)),
    ...missing.map((difference) => missingFinding(about, difference)),
  ];
  return findings.length > 0 ? findings : [{ state: 'pass', about, words: '合っています。' }];
}

/** Compares the body of a response with its schema. */
export function judgeBody(about: string, { body }: ServerAnswer, schema: z.core.$ZodType): Finding[] {
  return findingsOf(about, compareShape(schema, body, about));
}
