/** Turns a refusal into an HTTP response in problem+json (docs/wire.md). */
import type { Problem, ProblemStatus } from '@server/api/shared/problem';

/** The title of each status, shown to users. */
const titles: Record<ProblemStatus, string> = {
  400: '要求の形が正しくありません',
  401: 'ログインが必要です',
  403: 'アクセスが拒否されました',
  404: '見つかりません',
  405: 'この操作はできません',
  409: 'ほかの変更とぶつかりました',
  413: '大きすぎます',
  415: '扱えない形式です',
  422: '入力に誤りがあります',
  429: '回数が多すぎます',
  500: 'サーバーで問題が起きました',
  503: 'いまは応えられません',
  504: '保存できたか分かりません',
  507: '空き容量が足りません',
};

/** Creates the HTTP response for a refusal. @param headers further headers. */
export function problemResponse({ status, detail, extras }: Problem, headers: Record<string, string> = {}): Response {
  const { errors, current, retryAfterSeconds } = extras;
  const answer = new Response(JSON.stringify({ title: titles[status], status, detail, errors, current }), {
    status,
    headers: { 'Content-Type': 'application/problem+json; charset=utf-8', ...headers },
  });
  if (status === 401) answer.headers.set('WWW-Authenticate', 'Bearer');
  if (retryAfterSeconds !== undefined) answer.headers.set('Retry-After', String(retryAfterSeconds));
  return answer;
}
