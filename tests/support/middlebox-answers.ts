/**
 * Responses that do not come from the API but from captive portals, proxies and failing servers. Unit tests and the
 * simulation share them.
 */
import type { StudyAnswer } from './study-server';

function html(status: number): StudyAnswer {
  return { status, contentType: 'text/html; charset=utf-8', body: '<html>ログイン</html>' };
}

export const middleboxAnswers = {
  portal: html(200),
  html403: html(403),
  html404: html(404),
  html511: html(511),
  own200: { status: 200, body: { error: 'login required', login_url: 'https://portal.example/' } },
  own403: { status: 403, body: { message: 'Forbidden' } },
  /** A 403 in the API's shape. */
  api403: { status: 403, body: { detail: 'だめ' } },
  empty401: { status: 401 },
  basic401: { ...html(401), headers: { 'WWW-Authenticate': 'Basic realm="trial"' } },
  redirect: { status: 302, headers: { Location: 'https://portal.example' } },
  bare: { status: 200, body: {} },
  empty: { status: 204 },
} as const satisfies Record<string, StudyAnswer>;

/** Returns an error in the API's format. @param retryAfter the header, in seconds or as a date; none if omitted. */
export function errorAnswer(status: number, retryAfter?: string): StudyAnswer {
  const headers = retryAfter === undefined ? undefined : { 'Retry-After': retryAfter };
  return { status, body: { detail: `だめ ${status}` }, headers };
}
