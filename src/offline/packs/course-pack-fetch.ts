/**
 * Fetches the parts of a saved course (pack) from the network, bypassing the service worker's cache, with retries when
 * the server is busy.
 */
import { dialect } from '@/api/dialects/none';
import { download } from '@/api/files/downloads';
import { sendAs } from '@/api/network/client';
import { NetworkError, TranslationError, UnexpectedAnswerError } from '@/api/network/errors';
import { isMissingStatus, isRetryable, readRetryAfter } from '@/api/network/server-answer';
import { unlessAborted } from '@/api/network/unless-aborted';
import { MINUTE_MS } from '@/lib/constants';
import { type StudyRead, studyReadAt } from '@/offline/copies/study-cache';
import { isRefusedFile, judgeAnswer } from '@/offline/copies/study-copy';
import { apiHost } from '@/session/api-host';
import type { OwnerKey } from '@/session/session';
import { now } from '@/storage/now';

import type { PackPart } from './course-pack-parts';
import { PartFault } from './course-pack-walk';
import type { PackState } from './pack-broadcasts';

/**
 * Reasons why saving a course stops early; the parts saved so far are not deleted. `portal`: a captive portal or proxy
 * answered instead of the server. `session`: no session, or another person's. `server`: the server is busy. `gone`: the
 * server no longer gives the course to this person. `full`: the device has no space.
 */
export type StopReason = NonNullable<PackState['reason']>;

/** Error: saving the course cannot continue now. */
export class PackStop extends Error {
  override readonly name = 'PackStop';
  constructor(
    readonly reason: StopReason,
    options?: ErrorOptions,
  ) {
    super(`Saving the pack stopped: ${reason}`, options);
  }
}

/** Delays before the second, third and fourth attempt of a request, ms, each with up to 50 % jitter. */
const RETRY_DELAYS_MS = [1000, 3000, 8000];
const MAX_RETRY_AFTER_MS = MINUTE_MS;

/** Resolves after `ms`. @throws the signal's reason when aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}

/** Returns true if another host answers a request in `no-cors` mode: then only its CORS headers are missing. */
async function answersWithoutCors(url: string, signal: AbortSignal): Promise<boolean> {
  if (new URL(url).origin === globalThis.location.origin) return false;
  try {
    await fetch(url, { mode: 'no-cors', cache: 'no-store', signal });
    return true;
  } catch {
    return false;
  }
}

export interface FetchOptions {
  signal: AbortSignal;
  /** Progress callback: gets the bytes received of a file so far. */
  onBytes?: (bytes: number) => void;
}

async function fetchFile({ url, type }: PackPart, { signal, onBytes }: FetchOptions): Promise<Response> {
  try {
    const headers: HeadersInit = type === 'markdown' ? { Accept: 'text/markdown' } : {};
    const { response, body } = await download(url, { cache: 'no-store', headers, signal, onBytes });
    if (response.redirected) throw new PackStop('portal');
    return new Response(body, { status: response.status, headers: response.headers });
  } catch (error) {
    const isUnanswered = error instanceof NetworkError && type === 'image';
    if (isUnanswered && (await answersWithoutCors(url, signal))) throw new PartFault('cors');
    throw error;
  }
}

async function fetchOnce(owner: OwnerKey, part: PackPart, options: FetchOptions): Promise<Response> {
  if (part.type !== 'api') return fetchFile(part, options);
  const path = part.url.slice(`${apiHost()}/api/v1`.length);
  const response = await sendAs(owner, path, { signal: options.signal, cache: 'no-store' });
  if (!response) throw new PackStop('session');
  return response;
}

/**
 * Returns the answer to a part's request if it is usable. @throws {PartFault} if this part is unavailable, {PackStop}
 * if saving must stop.
 */
async function checkAnswer(
  response: Response,
  read: StudyRead,
  asker: { owner: OwnerKey; signal: AbortSignal },
): Promise<Response> {
  const isRefused = isRefusedFile(response, read);
  const kind = isRefused ? 'gone' : await judgeAnswer(response, read, asker);
  if (kind === 'ok') return response;
  if (kind === 'session') throw new PackStop('session');
  // The stored copy of a part is deleted after `gone` and `refused`, and kept after `unreadable`.
  if (kind === 'unclear') throw new PartFault('unreadable');
  if (kind !== 'gone') throw new PackStop('portal');
  throw new PartFault(isMissingStatus(response.status) ? 'gone' : 'refused');
}

/** Returns true for an image that a text names by a URL on a host that is neither the app's nor the API's. */
function isOnOtherHost({ type, url, named }: PackPart): boolean {
  const own = [globalThis.location.origin, new URL(apiHost()).origin];
  return type === 'image' && !named && !own.includes(new URL(url).origin);
}

/**
 * Fetches one part for an owner.
 *
 * @throws {PartFault} when the server refuses it, its host sends no CORS headers, or another host's image does not
 * load, which must not stop a whole course; {PackStop} without a network or a session, behind a captive portal, or when
 * the server was busy four times; the signal's reason when aborted.
 */
export async function fetchPart(owner: OwnerKey, part: PackPart, options: FetchOptions): Promise<Response> {
  try {
    return await fetchWithRetries(owner, part, options);
  } catch (error) {
    if (error instanceof PackStop && isOnOtherHost(part)) throw new PartFault('unreadable');
    throw error;
  }
}

/**
 * Fetches a part. A request that the server postpones is sent again after {@link RETRY_DELAYS_MS}, or after
 * `Retry-After`, at most {@link MAX_RETRY_AFTER_MS}.
 */
async function fetchWithRetries(owner: OwnerKey, part: PackPart, options: FetchOptions): Promise<Response> {
  const { signal } = options;
  for (const [index, wait] of [...RETRY_DELAYS_MS, 0].entries()) {
    let response: Response;
    try {
      response = await unlessAborted(fetchOnce(owner, part, options), signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof NetworkError) throw new PackStop('network', { cause: error });
      if (dialect && error instanceof TranslationError) throw new PartFault('unreadable');
      if (error instanceof UnexpectedAnswerError) throw new PackStop('portal', { cause: error });
      throw error;
    }
    if (!isRetryable(response.status)) {
      return checkAnswer(response, studyReadAt(part.url, part.type), { owner, signal });
    }
    const asked = Math.min(readRetryAfter(response.headers, now()) ?? 0, MAX_RETRY_AFTER_MS);
    if (index < RETRY_DELAYS_MS.length) await pause(Math.max(asked, wait * (1 + Math.random() / 2)), signal);
  }
  throw new PackStop('server');
}
