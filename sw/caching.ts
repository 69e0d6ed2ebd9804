/** What a learner studies, kept in Cache Storage as it comes by: network first, the copy when that fails. */
import { CACHED_BUCKET_HEADER, studyCacheName, type StudyRead } from '@/offline/study-cache';
import { dropCopy, isGone, isRefusedFile, isServersWord, toCopy } from '@/offline/study-copy';
import { isWiping } from '@/offline/wipe';
import { tellNews } from '@/storage/news';

/** How long the network may take while there is a copy, in ms. */
const COPY_AFTER_MS = 3000;
/** After one failure copies answer at once for this long, and are refreshed behind, in ms. */
const FAILURE_MEMORY_MS = 30_000;

/** When the network last failed, by the worker's own clock, which nobody turns. */
let lastFailureAt = Number.NEGATIVE_INFINITY;

/** Keeps an answer for its owner; a device that is full keeps the older copy, and the queue goes first anyway. */
async function keep(response: Response, read: StudyRead, owner: string): Promise<void> {
  const cache = await caches.open(studyCacheName(owner));
  if (isGone(response, read)) return dropCopy(cache, read.key);
  // An opaque image of 1 kB takes 7 MB of the quota: shown, never kept.
  if (response.status !== 200 || response.type === 'opaque') return;
  if (await isWiping(owner)) return;
  await cache.put(read.key, await toCopy(response, read));
  // Signing out may have begun meanwhile: nothing stays behind.
  if (await isWiping(owner)) await caches.delete(studyCacheName(owner));
}

/**
 * Remembers how the network did, and tells the pages: they may hold a copy before it has answered. Pictures may come from
 * another host than the API's.
 */
function noteOutcome({ type }: StudyRead, isAnswered: boolean): void {
  lastFailureAt = isAnswered ? Number.NEGATIVE_INFINITY : performance.now();
  if (type === 'api') tellNews({ type: 'network-asked', isAnswered });
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Asks the network; keeps what comes. @throws when there is no answer, or none of the server's. */
async function fetchFresh(event: FetchEvent, read: StudyRead, owner: string | undefined): Promise<Response> {
  try {
    const response = await fetch(event.request);
    if (!isServersWord(response, read)) throw new NetworkFailure(response);
    noteOutcome(read, true);
    if (owner) event.waitUntil(keep(response.clone(), read, owner).catch(() => undefined));
    return response;
  } catch (error) {
    // A page that was left says nothing of the network, nor does a signature that is over.
    const isRefusal = error instanceof NetworkFailure && isRefusedFile(error.response, read);
    if (!isAbort(error) && !isRefusal) noteOutcome(read, false);
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
