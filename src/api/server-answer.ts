/** Whether an answer is our server's own word, and how long it asks to be left alone: one rule for reads, queue, copies and packs. */
import { HOUR_MS, SECOND_MS } from '@/lib/constants';

/** `Retry-After` is believed between these; nothing is ever put off further ahead. */
const RETRY_AFTER_MIN_MS = SECOND_MS;
export const RETRY_AFTER_MAX_MS = HOUR_MS;

/** What can be told of an answer before its body is read. */
export interface AnswerHead {
  status: number;
  /** The Content-Type header, '' without one. */
  contentType: string;
  /** It was a redirect, or came by way of one: browsers hide a redirect's status, Node does not. */
  isRedirect: boolean;
}

export function headOf({ status, type, redirected, headers }: Response): AnswerHead {
  return {
    status,
    contentType: headers.get('Content-Type') ?? '',
    isRedirect: type === 'opaqueredirect' || redirected,
  };
}

/** Whether a status is a 2xx. */
export function isOk(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Only proxies and portals say these, in any form. */
const proxyStatuses = [407, 511];
/** A server without the thing, or with a closed door, says these with data; a portal with a web page. */
const portalStatuses = [401, 403, 404, 410];

/**
 * True for what a captive portal or a proxy answers instead of the server: a redirect, a web page where data should be, a
 * proxy's own status. It is never cached, counts as no answer, and ends nobody's session.
 */
export function isPortal({ status, contentType, isRedirect }: AnswerHead): boolean {
  if (isRedirect || status < 200 || (status >= 300 && status < 400) || proxyStatuses.includes(status)) return true;
  return /\bx?html\b/i.test(contentType) && (isOk(status) || portalStatuses.includes(status));
}

/** Below 500, these say no more of the request than that it came at the wrong time. */
const laterStatuses = [408, 425, 429];

/** Whether a status says "later": the same request may be taken another time. 511 is a portal's, and no word of the server. */
export function isLater(status: number): boolean {
  return laterStatuses.includes(status) || (status >= 500 && status !== 511);
}

/**
 * The wait that the server asked for, in ms: seconds, or an HTTP date measured against the answer's own `Date`, because
 * the device's clock may be years off; undefined when it asked for none, or not in a way that can be read.
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get('Retry-After')?.trim() ?? '';
  const told = Date.parse(headers.get('Date') ?? '');
  const asked = /^\d+$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - (told || now);
  return Number.isNaN(asked) ? undefined : Math.min(Math.max(asked, RETRY_AFTER_MIN_MS), RETRY_AFTER_MAX_MS);
}
