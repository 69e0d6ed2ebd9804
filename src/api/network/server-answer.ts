/**
 * Distinguishes responses of the app's server from those of gateways (captive portals, proxies, firewalls), and reads
 * Retry-After: one rule for reads, queued calls, cached copies and saved courses (packs). Decision:
 * docs/decisions/0070.
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
  /**
   * True for a redirect, and for a response that arrived through a redirect: browsers hide a redirect's status, Node
   * does not.
   */
  isRedirect: boolean;
  /** The WWW-Authenticate header, '' without one. */
  challenge: string;
}

export function headOf({ status, type, redirected, headers }: Response): AnswerHead {
  return {
    status,
    contentType: headers.get('Content-Type') ?? '',
    isRedirect: type === 'opaqueredirect' || redirected,
    challenge: headers.get('WWW-Authenticate') ?? '',
  };
}

/** Returns whether a status is 2xx. */
export function isOk(status: number): boolean {
  return status >= 200 && status < 300;
}

/**
 * What answered instead of the API. `portal`: certainly a portal or a proxy. `refusal`: a 401, 403, 404 or 410 without
 * the API's error shape, from a gateway or from a server that sends no error bodies. `basic-auth`: a password in front
 * of the whole site (HTTP Basic, or another scheme of the browser's own), which the app's calls cannot pass, because
 * they use the Authorization header themselves.
 */
export type Gateway = 'portal' | 'refusal' | 'basic-auth';

/** Statuses that only proxies and portals send: Proxy Authentication Required, Network Authentication Required. */
const proxyStatuses = [407, 511];
/** Statuses by which the API refuses a person or a thing, and by which gateways answer as well. */
const refusalStatuses = [401, 403, 404, 410];

const isRefusalStatus = (status: number) => refusalStatuses.includes(status);

/** Returns whether the API says by this status that a thing no longer exists or is not visible to this user. */
export function isGoneStatus(status: number): boolean {
  return status !== 401 && isRefusalStatus(status);
}

/** Returns whether the API says by this status that a thing does not exist, or no longer. */
export function isMissingStatus(status: number): boolean {
  return status === 404 || status === 410;
}

const browserChallenge = /(?:^|,)\s*(?:basic|digest|negotiate|ntlm)\b/i;
const tokenChallenge = /(?:^|,)\s*(?:bearer|dpop)\b/i;

/** Returns which gateway sent a response, as far as its head shows it. */
export function gatewayOfHead({ status, contentType, isRedirect, challenge }: AnswerHead): Gateway | undefined {
  if (isRedirect || status < 200 || (status >= 300 && status < 400) || proxyStatuses.includes(status)) return 'portal';
  if (status === 401 && browserChallenge.test(challenge) && !tokenChallenge.test(challenge)) return 'basic-auth';
  if (!/\bx?html\b/i.test(contentType)) return undefined;
  if (isOk(status)) return 'portal';
  return isRefusalStatus(status) ? 'refusal' : undefined;
}

/**
 * Returns whether a body is an error of the API: problem details, an object with `detail` (docs/wire.md), or the error
 * of OAuth 2.0 for a refresh token that is not valid.
 */
function isApiError({ contentType }: AnswerHead, body: unknown): boolean {
  if (/\bproblem\+json\b/i.test(contentType) && Object(body) === body) return true;
  const { detail, title, status, error } = Object(body) as Record<string, unknown>;
  if (typeof detail === 'string' || Array.isArray(detail) || error === 'invalid_grant') return true;
  return typeof title === 'string' && Number.isInteger(status);
}

/**
 * Returns which gateway answered instead of the API; undefined if the API did. A gateway's response is never cached,
 * refuses no call, deletes no copy and ends no session.
 *
 * @param body the parsed JSON; undefined when the body is not JSON.
 * @param isRefusal returns whether a response with this status must have the API's error shape.
 */
export function gatewayOf(head: AnswerHead, body: unknown, isRefusal = isRefusalStatus): Gateway | undefined {
  const known = gatewayOfHead(head);
  if (known) return known;
  return isRefusal(head.status) && !isApiError(head, body) ? 'refusal' : undefined;
}

/** Returns the parsed JSON; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns which gateway sent a response, see {@link gatewayOf}. Reads a copy of the body, and only of a refusal. */
export async function findGateway(response: Response, isRefusal = isRefusalStatus): Promise<Gateway | undefined> {
  const head = headOf(response);
  if (gatewayOfHead(head) || !isRefusal(head.status)) return gatewayOfHead(head);
  const text = await response
    .clone()
    .text()
    .catch(() => '');
  return gatewayOf(head, parseJson(text), isRefusal);
}

/** A URL or path: `https://…`, `/…`, `host.example/…` or a page as `login.php?to=…`. */
const address = /^(?:(?:(?:https?:\/)?|[\w-]+(?:\.[\w-]+)+)\/\S*|[\w-]+\.(?:html?|php|jsp|aspx?|cgi)(?:\?\S*)?)$/i;
const isEmpty = (value: unknown) => !value || (typeof value === 'object' && Object.keys(value).length === 0);
const loginName = /log-?_?in|sign-?_?in|auth|redirect|portal|captive|location/i;
const loginAddress = /[/._-](?:log-?in|sign-?in|sso|saml|oauth2?|auth|captive|portal)(?:[/._?#-]|$)/i;

const loginPage =
  /(?:^|[/._-])(?:log-?in|sign-?in|sso|oauth2?|auth|captive|portal)(?:\.(?:html?|php|jsp|aspx?|cgi))?\/?$/i;

/** Returns whether a URL is that of a sign-in page: the address of a file may have such words before its last part. */
export function isLoginPage(url: string): boolean {
  return loginPage.test(new URL(url).pathname);
}

/**
 * Returns whether the JSON of a 2xx response was sent by a portal: it has a non-empty `error` or `errors`, or a login
 * address. A login address is an {@link address} at any depth, under a name that contains a word for a sign-in, a
 * redirect or a portal, or with such a word as a part of its path.
 *
 * @param isNamed true if the body names what was sent: then the API sent it, with any address in it.
 */
export function isPortalBody(body: unknown, isNamed = false): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const hasError = Object.entries(body).some(([name, value]) => /^errors?$/i.test(name) && !isEmpty(value));
  return hasError || (!isNamed && hasLoginAddress(body));
}

function hasLoginAddress(body: object): boolean {
  return Object.entries(body).some(([name, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return hasLoginAddress(value);
    if (typeof value !== 'string' || !address.test(value)) return false;
    return loginName.test(name) || loginAddress.test(value);
  });
}

/** Statuses below 500 after which the same request may succeed: Request Timeout, Too Early, Too Many Requests. */
const retryableStatuses = [408, 425, 429];

/** Returns whether the same request may succeed later. 511 is a portal's status, not the server's. */
export function isRetryable(status: number): boolean {
  return retryableStatuses.includes(status) || (status >= 500 && status !== 511);
}

/**
 * Returns the wait that Retry-After asks for, ms, clamped to 1 s … 1 h; undefined if the header is missing or
 * unreadable. An HTTP date is compared with the response's own `Date`, because the device's clock may be years off.
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get('Retry-After')?.trim() ?? '';
  const told = Date.parse(headers.get('Date') ?? '');
  const asked = /^\d+$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - (told || now);
  return Number.isNaN(asked) ? undefined : Math.min(Math.max(asked, RETRY_AFTER_MIN_MS), RETRY_AFTER_MAX_MS);
}
