/**
 * Distinguishes responses of the app's server from those of captive portals and proxies, and reads Retry-After: one rule for reads,
 * queued calls, cached copies and saved courses (packs).
 */
import { HOUR_MS, SECOND_MS } from '@/lib/constants';

/** Limits of `Retry-After`, ms, so that no call waits longer than an hour. */
const RETRY_AFTER_MIN_MS = SECOND_MS;
export const RETRY_AFTER_MAX_MS = HOUR_MS;

/** The parts of a response that are known before its body is read. */
export interface AnswerHead {
  status: number;
  /** The Content-Type header, '' without one. */
  contentType: string;
  /** True for a redirect, and for a response that arrived through a redirect: browsers hide a redirect's status, Node does not. */
  isRedirect: boolean;
}

export function headOf({ status, type, redirected, headers }: Response): AnswerHead {
  return {
    status,
    contentType: headers.get('Content-Type') ?? '',
    isRedirect: type === 'opaqueredirect' || redirected,
  };
}

/** Returns whether a status is 2xx. */
export function isOk(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Statuses that only proxies and portals send: Proxy Authentication Required, Network Authentication Required. */
const proxyStatuses = [407, 511];
/** Statuses that can come from the app's server or a captive portal: the server sends them with JSON, a portal with a web page. */
const portalStatuses = [401, 403, 404, 410];

/**
 * Returns whether a captive portal or a proxy answered instead of the server: a redirect, a web page instead of data, a proxy's own
 * status. Such a response is never cached, counts as if no response had come, and never ends a session.
 */
export function isPortal({ status, contentType, isRedirect }: AnswerHead): boolean {
  if (isRedirect || status < 200 || (status >= 300 && status < 400) || proxyStatuses.includes(status)) return true;
  return /\bx?html\b/i.test(contentType) && (isOk(status) || portalStatuses.includes(status));
}

/** Statuses below 500 after which the same request may succeed: Request Timeout, Too Early, Too Many Requests. */
const retryableStatuses = [408, 425, 429];

/** Returns whether the same request may succeed later. 511 is a portal's status, not the server's. */
export function isRetryable(status: number): boolean {
  return retryableStatuses.includes(status) || (status >= 500 && status !== 511);
}

/**
 * Returns the wait that Retry-After asks for, ms, clamped to 1 s … 1 h; undefined if the header is missing or unreadable. An HTTP date
 * is compared with the response's own `Date`, because the device's clock may be years off.
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get('Retry-After')?.trim() ?? '';
  const told = Date.parse(headers.get('Date') ?? '');
  const asked = /^\d+$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - (told || now);
  return Number.isNaN(asked) ? undefined : Math.min(Math.max(asked, RETRY_AFTER_MIN_MS), RETRY_AFTER_MAX_MS);
}
