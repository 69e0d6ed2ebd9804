/**
 * Decides which server responses may be cached, and converts them for the cache; used by the service worker and for
 * saved courses (packs).
 */
import { dialect } from '@/api/dialects/none';
import { isFileRefusal, readContentUrl } from '@/api/files/contents';
import { findGateway, type Gateway, isGoneStatus, isLoginPage, isPortalBody } from '@/api/network/server-answer';
import { DIALECT_HEADER } from '@/api/shapes';
import { parseUrl } from '@/lib/browser-gaps';
import { answersOwner } from '@/offline/queue/server-check';
import { apiHost } from '@/session/api-host';
import type { OwnerKey } from '@/session/session';
import { now } from '@/storage/now';

import {
  CACHED_AT_HEADER,
  CACHED_BUCKET_HEADER,
  CACHED_FOR_HEADER,
  studyCacheKey,
  type StudyRead,
} from './study-cache';

/**
 * Returns true if a file's host refuses the URL, which means neither that the file was deleted nor that the network
 * failed.
 */
export function isRefusedFile(response: Response, { type }: StudyRead): boolean {
  return type !== 'api' && isFileRefusal(response);
}

/**
 * Returns true if the server does not know yet who may see a file (503): its copy is served, and neither the network
 * nor the server has failed.
 */
export function isPostponedFile({ status }: Response, { type, key }: StudyRead): boolean {
  return status === 503 && (type !== 'api' || isContentUrl(key));
}

/**
 * What a response to a study read is. `ok`: the server's own, of the expected type. `session`: the API ended the
 * session. `gone`: the API refuses the resource permanently, so its cached copy is deleted. `unclear`: a refusal
 * without the API's error shape, although the server answers this owner; no copy is deleted. `unusable`: any other
 * response, which counts as a network failure, as does a gateway's.
 */
export type StudyAnswerKind = 'ok' | 'session' | 'gone' | 'unclear' | 'unusable' | Gateway;

/** Returns the gateway that sent a response of this kind; undefined if none did. */
export function gatewayIn(kind: StudyAnswerKind): Gateway | undefined {
  return kind === 'portal' || kind === 'refusal' || kind === 'basic-auth' ? kind : undefined;
}

/**
 * Judges a response. Before the API's refusal counts, the server is asked for the owner past all caches, because
 * gateways send refusals in the API's shape, too. A file host's refusal may only mean that the URL's signature has
 * expired, so it is never `gone`.
 *
 * @throws the signal's reason when aborted.
 */
export async function judgeAnswer(
  response: Response,
  read: StudyRead,
  asker: { owner: OwnerKey; signal: AbortSignal },
): Promise<StudyAnswerKind> {
  if (response.type === 'opaque') return read.type === 'image' ? 'ok' : 'unusable';
  const { status, headers } = response;
  const gateway = await findGateway(response);
  if (read.type === 'api' && isGoneStatus(status)) {
    if (!(await answersOwner(asker.owner, asker.signal))) return gateway ?? 'refusal';
    return gateway ? 'unclear' : 'gone';
  }
  if (gateway) return gateway;
  if (status === 200) return read.contentTypes.test(headers.get('Content-Type') ?? '') ? 'ok' : 'unusable';
  return read.type === 'api' && status === 401 ? 'session' : 'unusable';
}

/**
 * Removes the signature from the URL in a response of the content API, because it would have expired when the cached
 * response is read.
 */
function withoutSignature(text: string): string {
  const strip = (text: string) => {
    const url = parseUrl(text, apiHost());
    return url ? studyCacheKey(url, 'api') : text;
  };
  const answer: unknown = JSON.parse(text);
  if (typeof answer === 'string') return JSON.stringify(strip(answer));
  const { url } = answer as { url?: unknown };
  return JSON.stringify(typeof url === 'string' ? { url: strip(url) } : answer);
}

function isContentUrl(key: string): boolean {
  return new URL(key).pathname.startsWith('/api/v1/content/');
}

/**
 * Returns the possible cache keys of the file that a response of the content API points to: as text and as image; none
 * without a response or a URL.
 */
export function fileKeys(answer: unknown): string[] {
  // Return early if there is no cached response, because parsing it would report a schema mismatch.
  if (answer === undefined) return [];
  try {
    const url = readContentUrl(answer);
    return [studyCacheKey(url, 'markdown'), studyCacheKey(url, 'image')];
  } catch {
    return [];
  }
}

const namedPath = /\/(?:courses|sections|lessons|question-set)\/([^/]+)(\/explanation)?$/;

/**
 * Returns true if an API response has the requested id, and is no portal's. Other responses are not cached and do not
 * replace a cached one.
 *
 * @param body the whole body of a response with status 200.
 */
export function matchesRequest({ type, key }: StudyRead, body: ArrayBuffer): boolean {
  if (type !== 'api') return true;
  try {
    const answer: unknown = JSON.parse(new TextDecoder().decode(body));
    if (isPortalBody(answer, true)) return false;
    if (isContentUrl(key)) return !isLoginPage(readContentUrl(answer));
    const [, asked, isExplanation] = namedPath.exec(new URL(key).pathname) ?? [];
    const { id, questionSetId, questions } = answer as Record<string, unknown>;
    // An explanation may leave out the id of its set.
    const isUnnamed = isExplanation && questionSetId == null && Array.isArray(questions) && !isPortalBody(answer);
    return isUnnamed || String(isExplanation ? questionSetId : id) === asked;
  } catch {
    return false;
  }
}

/** Deletes a cached response; for a content URL also the cached file that it points to. */
export async function dropCopy(cache: Cache, key: string): Promise<void> {
  const copy = isContentUrl(key) ? await cache.match(key, { ignoreVary: true }) : undefined;
  const files = copy ? fileKeys(await copy.json().catch(() => undefined)) : [];
  await Promise.all([key, ...files].map((each) => cache.delete(each)));
}

/** A server response in the form in which it is cached. */
export interface Copy {
  body: ArrayBuffer;
  headers: Headers;
}

/**
 * Converts a response for the cache. The only headers kept are the type, the time of caching, for images the time
 * bucket, and for saved courses the version, and of translated responses the dialect's version; other headers are never
 * read and would take about 1 kB each.
 *
 * @param body the whole body of the response.
 */
export function toCopy({ headers: told }: Response, body: ArrayBuffer, read: StudyRead, version?: string): Copy {
  const headers = new Headers({ [CACHED_AT_HEADER]: new Date(now()).toISOString() });
  headers.set('Content-Type', told.get('Content-Type') ?? '');
  if (read.bucket) headers.set(CACHED_BUCKET_HEADER, read.bucket);
  if (version) headers.set(CACHED_FOR_HEADER, version);
  const translatedBy = dialect && told.get(DIALECT_HEADER);
  if (translatedBy) headers.set(DIALECT_HEADER, translatedBy);
  if (!isContentUrl(read.key)) return { body, headers };
  const text = withoutSignature(new TextDecoder().decode(body));
  return { body: new TextEncoder().encode(text).buffer, headers };
}

/** Creates the response that is put into the cache. */
export function toResponse({ body, headers }: Copy): Response {
  return new Response(body, { status: 200, headers });
}
