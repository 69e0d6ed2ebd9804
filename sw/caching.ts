/** What a learner studies, kept in Cache Storage as it comes by: network first, the copy when that fails. */
import {
  CACHED_AT_HEADER,
  CACHED_BUCKET_HEADER,
  studyCacheKey,
  studyCacheName,
  type StudyRead,
} from '@/offline/study-cache';
import { isWiping } from '@/offline/wipe';
import { now } from '@/storage/now';

/** How long the network may take while there is a copy, in ms. */
const COPY_AFTER_MS = 3000;
/** After one failure copies answer at once for this long, and are refreshed behind, in ms. */
const FAILURE_MEMORY_MS = 30_000;

/** When the network last failed, by the worker's own clock, which nobody turns. */
let lastFailureAt = Number.NEGATIVE_INFINITY;

const passedStatuses = new Set([200, 401]);
/** The server says that the thing is not this user's to read: the copy goes. */
const goneStatuses = new Set([403, 404, 410]);

/** Whether an answer is the server's own word of the expected type; anything else is a failing network. */
function isServersWord(response: Response, read: StudyRead): boolean {
  const contentType = response.headers.get('Content-Type') ?? '';
  if (response.type === 'opaque') return read.type === 'image';
  if (response.type === 'opaqueredirect' || response.redirected) return false;
  if (response.status === 200) return read.contentTypes.test(contentType);
  // A page of HTML with 403 or 404 is a portal's.
  return (passedStatuses.has(response.status) || goneStatuses.has(response.status)) && !contentType.includes('html');
}

/** A content URL without its signature: that would be out of date when the copy is read. */
async function readBody(response: Response, read: StudyRead): Promise<Blob | string> {
  if (!new URL(read.key).pathname.startsWith('/api/v1/content/')) return response.blob();
  const answer: unknown = await response.json();
  const withoutSignature = (url: string) => (URL.canParse(url) ? studyCacheKey(url, 'api') : url);
  if (typeof answer === 'string') return JSON.stringify(withoutSignature(answer));
  const { url } = answer as { url?: unknown };
  return JSON.stringify(typeof url === 'string' ? { url: withoutSignature(url) } : answer);
}

/** The answer as it is kept: with the time of this copy, and for images the bucket it was fetched in. */
async function toCopy(response: Response, read: StudyRead): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.set(CACHED_AT_HEADER, new Date(now()).toISOString());
  if (read.bucket) headers.set(CACHED_BUCKET_HEADER, read.bucket);
  return new Response(await readBody(response, read), { status: 200, headers });
}

/** Keeps an answer for its owner; a device that is full keeps the older copy, and the queue goes first anyway. */
async function keep(response: Response, read: StudyRead, owner: string): Promise<void> {
  const cache = await caches.open(studyCacheName(owner));
  if (goneStatuses.has(response.status)) {
    await cache.delete(read.key);
    return;
  }
  // An opaque image of 1 kB takes 7 MB of the quota: shown, never kept.
  if (response.status !== 200 || response.type === 'opaque') return;
  if (await isWiping(owner)) return;
  await cache.put(read.key, await toCopy(response, read));
  // Signing out may have begun meanwhile: nothing stays behind.
  if (await isWiping(owner)) await caches.delete(studyCacheName(owner));
}

/** Asks the network; keeps what comes. @throws when there is no answer, or none of the server's. */
async function fetchFresh(event: FetchEvent, read: StudyRead, owner: string | undefined): Promise<Response> {
  try {
    const response = await fetch(event.request);
    if (!isServersWord(response, read)) throw new NetworkFailure(response);
    lastFailureAt = Number.NEGATIVE_INFINITY;
    if (owner) event.waitUntil(keep(response.clone(), read, owner).catch(() => undefined));
    return response;
  } catch (error) {
    lastFailureAt = performance.now();
    throw error;
  }
}

/** The network's answer was none of the server's; it is passed on only where there is no copy. */
class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';
  constructor(readonly response: Response) {
    super(`Status ${response.status}`);
  }
}

function matchCopy(read: StudyRead, owner: string | undefined): Promise<Response | undefined> {
  if (!owner) return Promise.resolve(undefined);
  return caches.match(read.key, { cacheName: studyCacheName(owner), ignoreVary: true });
}

/** True when the picture was fetched in this very bucket: once per bucket is enough. */
function isOfThisBucket(copy: Response, read: StudyRead): boolean {
  return read.bucket !== undefined && copy.headers.get(CACHED_BUCKET_HEADER) === read.bucket;
}

function afterDelay(copy: Response): Promise<Response> {
  return new Promise((resolve) => setTimeout(() => resolve(copy), COPY_AFTER_MS));
}

/** Answers a study read: network first, the copy after 3 s or when the network fails. */
export async function answerStudyRead(
  event: FetchEvent,
  read: StudyRead,
  owner: Promise<string | undefined>,
): Promise<Response> {
  const whose = await owner;
  const copy = await matchCopy(read, whose).catch(() => undefined);
  if (copy && isOfThisBucket(copy, read)) return copy;
  const fresh = fetchFresh(event, read, whose);
  if (!copy) {
    return fresh.catch((error: unknown) => (error instanceof NetworkFailure ? error.response : Response.error()));
  }
  const spare = copy.clone();
  const freshOrCopy = fresh.catch(() => spare);
  event.waitUntil(freshOrCopy);
  if (performance.now() - lastFailureAt < FAILURE_MEMORY_MS) return copy;
  return Promise.race([freshOrCopy, afterDelay(copy)]);
}
