/** Times saving and checking a course (pack) with the app's own code, and bare loops over the same addresses. */
import { studyCacheKey } from '@/offline/copies/study-cache';
import { savePack } from '@/offline/packs/course-pack';
import { checkPack } from '@/offline/packs/course-pack-check';
import { keepPackRecord, readPackRecord } from '@/offline/packs/course-pack-records';
import { removePack } from '@/offline/packs/course-pack-removal';
import { bearerHeader, ownerKey, type OwnerKey, readSession } from '@/session/session';

/** Number of concurrent requests, as in the app's own download. */
const CONCURRENCY = 4;
const BARE_CACHE = 'bare';

async function requireOwner(): Promise<{ owner: OwnerKey; bearer: string }> {
  const session = await readSession();
  if (!session) throw new Error('No session is stored on the device.');
  return { owner: ownerKey(session.owner), bearer: bearerHeader(session) };
}

async function requireKeys(courseId: string): Promise<string[]> {
  const { owner } = await requireOwner();
  const keys = (await readPackRecord(owner, courseId))?.contents?.keys;
  if (!keys) throw new Error(`${courseId} is not saved.`);
  return keys;
}

/** Processes the keys, `CONCURRENCY` at a time. @returns milliseconds */
async function timeLanes(keys: readonly string[], work: (key: string) => Promise<unknown>): Promise<number> {
  const waiting = [...keys];
  const startedAt = performance.now();
  const lane = async () => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) await work(key);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  return performance.now() - startedAt;
}

/** Saves a course of which nothing is stored. @returns milliseconds */
async function timeSave(courseId: string): Promise<number> {
  const { owner } = await requireOwner();
  await removePack(owner, courseId);
  await keepPackRecord(owner, { courseId, title: courseId, wantedAt: Date.now(), isPaused: false, isDue: true });
  const startedAt = performance.now();
  const saved = await savePack(owner, courseId, { signal: new AbortController().signal });
  const took = performance.now() - startedAt;
  const faults = saved?.survey.faults ?? [];
  if (!saved || faults.length > 0) throw new Error(`Not saved: ${JSON.stringify(faults.slice(0, 3))}`);
  return took;
}

/** Returns the files' signed URLs, because the server requires a signature, which cache keys do not contain. */
async function readAddresses(keys: readonly string[], bearer: string): Promise<ReadonlyMap<string, string>> {
  const addresses = new Map<string, string>();
  await timeLanes(keys, async (key) => {
    if (!key.includes('/api/v1/content/')) return;
    const response = await fetch(key, { headers: { Authorization: bearer }, cache: 'no-store' });
    const address = new URL((await response.json()) as string, location.href).href;
    for (const type of ['markdown', 'image'] as const) addresses.set(studyCacheKey(address, type), address);
  });
  return addresses;
}

/** Downloads and stores the same addresses with fetch and `cache.put` alone. @returns milliseconds */
async function timeBareSave(courseId: string): Promise<number> {
  const { bearer } = await requireOwner();
  const keys = await requireKeys(courseId);
  const addresses = await readAddresses(keys, bearer);
  await caches.delete(BARE_CACHE);
  const cache = await caches.open(BARE_CACHE);
  const took = await timeLanes(keys, async (key) => {
    const headers: HeadersInit = key.includes('/api/') ? { Authorization: bearer } : {};
    const response = await fetch(addresses.get(key) ?? key, { headers, cache: 'no-store' });
    if (response.status !== 200) throw new Error(`${key}: ${response.status}`);
    await cache.put(key, response);
  });
  await caches.delete(BARE_CACHE);
  return took;
}

/** Runs 出発前チェック (the check before going offline) on a saved course. @returns milliseconds */
async function timeCheck(courseId: string): Promise<number> {
  const { owner } = await requireOwner();
  const startedAt = performance.now();
  const { faults } = await checkPack(owner, courseId);
  if (faults.length > 0) throw new Error(`${faults.length} parts do not open.`);
  return performance.now() - startedAt;
}

/** Matches and reads the same cached copies with the Cache API alone. @returns milliseconds */
async function timeBareMatches(courseId: string): Promise<number> {
  const { owner } = await requireOwner();
  const cache = await caches.open(`study-${owner}`);
  return timeLanes(await requireKeys(courseId), async (key) => (await cache.match(key))?.arrayBuffer());
}

/** Returns the bytes that a saved course adds to the origin's storage, and the bytes of its response bodies. */
async function measureStorage(courseId: string): Promise<{ stored: number; bodies: number; parts: number }> {
  const { owner } = await requireOwner();
  const usage = async () => (await navigator.storage.estimate()).usage ?? 0;
  await removePack(owner, courseId);
  const before = await usage();
  await timeSave(courseId);
  const contents = (await readPackRecord(owner, courseId))?.contents;
  return { stored: (await usage()) - before, bodies: contents?.bytes ?? 0, parts: contents?.keys.length ?? 0 };
}

/** The type of the page's functions, which the bench of packs calls. */
export const packs = { timeSave, timeBareSave, timeCheck, timeBareMatches, measureStorage };
