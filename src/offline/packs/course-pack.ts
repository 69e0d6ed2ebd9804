/** Saves courses on the device, part by part, under the same cache keys as the service worker uses. */
import { dialect } from '@/api/dialects/none';
import { isPortalBody, parseJson } from '@/api/network/server-answer';
import { unlessAborted } from '@/api/network/unless-aborted';
import { DIALECT_HEADER } from '@/api/shapes';
import { CACHED_AT_HEADER, CACHED_FOR_HEADER, studyCacheName, studyReadAt } from '@/offline/copies/study-cache';
import { type Copy, dropCopy, matchesRequest, toCopy, toResponse } from '@/offline/copies/study-copy';
import { freeSpace } from '@/offline/free-space';
import { isWiping } from '@/offline/wipe-marks';
import type { OwnerKey } from '@/session/session';
import { runInTurn } from '@/storage/locks';
import { now } from '@/storage/now';

import { checkPack, holdsFile, readCopy } from './course-pack-check';
import { readContent } from './course-pack-content';
import { fetchPart, PackStop } from './course-pack-fetch';
import type { PackPart } from './course-pack-parts';
import {
  keepPackRecord,
  listCopyKeys,
  noteBrought,
  openStudyCache,
  type PackRecord,
  readPackRecord,
} from './course-pack-records';
import { dropOutdated } from './course-pack-removal';
import { type PackCounts, type PackSurvey, PartFault, type ReadPart, walkPack } from './course-pack-walk';

/**
 * Checks after each write if the owner is signing out, and if so deletes the owner's cache. One check runs at a time
 * and covers all writes before it; only the end of the save waits for the check.
 */
class LeavingWatch {
  private isStale = false;
  private checking: Promise<void> | undefined;
  private failure: { error: unknown } | undefined;

  /** Creates the watch for a sign-out during a save. @param onFailure called when nothing more may be written. */
  constructor(
    private readonly owner: OwnerKey,
    private readonly onFailure: () => void,
  ) {}

  /** Starts a check for a sign-out, because a copy was written. */
  note(): void {
    this.isStale = true;
    this.checking ??= this.check();
  }

  private async check(): Promise<void> {
    try {
      while (this.isStale) {
        this.isStale = false;
        if (!(await isWiping(this.owner))) continue;
        await caches.delete(studyCacheName(this.owner));
        throw new PackStop('session');
      }
    } catch (error) {
      this.failure ??= { error };
      this.onFailure();
    }
    this.checking = undefined;
  }

  /**
   * Waits for the last check.
   *
   * @throws {PackStop} when the owner is signing out; {StorageError} when the device fails.
   */
  async end(): Promise<void> {
    await this.checking;
    if (this.failure) throw this.failure.error;
  }
}

// Writes the copies of a course while it is saved, and frees space for them.

/** The state of one running save. */
interface Saving {
  owner: OwnerKey;
  record: PackRecord;
  cache: Cache;
  /** The keys of the copies that were stored at the start. */
  held: ReadonlySet<string>;
  /** Copies that will replace older ones at the end of the save, by key; those that refer to others come first. */
  newer: Map<string, { part: PackPart; copy: Copy }>;
  /** The keys of all parts read in this save. */
  read: Set<string>;
  /** The number of times that space was freed in this save. */
  freed: number;
  leaving: LeavingWatch;
  signal: AbortSignal;
  /** Called with the title of a pack that was removed to free space. */
  onRemoved: (title: string) => void;
}

/**
 * Error names of a full device. The second name is Firefox's, on an object that is neither an Error nor a DOMException.
 */
const FULL_NAMES = ['QuotaExceededError', 'NS_ERROR_FILE_NO_DEVICE_SPACE'];

function isFull(error: unknown): boolean {
  return FULL_NAMES.includes(String((error as { name?: unknown } | undefined)?.name));
}

/** Records the keys of the parts read so far, if the newer copies that refer to these parts are not written yet. */
async function noteUnfinished({ owner, record, newer, read }: Saving): Promise<void> {
  // Ignore a failed write, for example on a full device: the save continues without this record.
  if (newer.size > 0) await noteBrought(owner, record.courseId, read).catch(() => undefined);
}

/** Frees space, unless a concurrent write has already done so. @throws {PackStop} when nothing is left to delete. */
async function freeSpaceOnce(saving: Saving, freed: number, cause: unknown): Promise<void> {
  if (saving.freed !== freed) return;
  await noteUnfinished(saving);
  const result = await freeSpace(saving.owner, saving.record);
  if (!result) throw new PackStop('full', { cause });
  saving.freed += 1;
  if (result.title !== undefined) saving.onRemoved(result.title);
}

/**
 * Writes a copy. On a full device prerendered lessons and then the oldest packs are deleted for it.
 *
 * @throws {PackStop} when it cannot be written.
 */
async function put(saving: Saving, part: PackPart, copy: Copy): Promise<void> {
  for (;;) {
    const { freed } = saving;
    try {
      await saving.cache.put(part.key, toResponse(copy));
      return saving.leaving.note();
    } catch (error) {
      if (!isFull(error)) throw new PackStop('storage', { cause: error });
      await runInTurn('packs: room', () => freeSpaceOnce(saving, freed, error));
    }
  }
}

/**
 * Returns true if a copy has the wanted version. From a server without versions, only copies that were stored since the
 * learner asked for the pack are fresh; a picture that a text names by URL never has a version.
 */
function isFresh({ headers }: Response, { type, version, named }: PackPart, { wantedAt }: PackRecord): boolean {
  if (type === 'api' && dialect && headers.get(DIALECT_HEADER) !== dialect.version) return false;
  if (version === undefined && (type === 'api' || named))
    return Date.parse(headers.get(CACHED_AT_HEADER) ?? '') >= wantedAt;
  return type !== 'api' || headers.get(CACHED_FOR_HEADER) === version;
}

/**
 * Reads the stored copy of a part if it is fresh; undefined otherwise, and for the outline, which is always fetched.
 */
async function readFreshCopy({ cache, held, record }: Saving, part: PackPart): Promise<ReadPart | undefined> {
  if (part.step === 'course' || !held.has(part.key)) return undefined;
  const copy = await cache.match(part.key, { ignoreVary: true });
  if (!copy || !isFresh(copy, part, record)) return undefined;
  try {
    const read = await readCopy(cache, part);
    return (await holdsFile(cache, part, read)) ? read : undefined;
  } catch (error) {
    if (error instanceof PartFault) return undefined;
    throw error;
  }
}

/**
 * Refuses a server's answer that no screen can parse, because storing it would replace an older copy that screens can
 * still open.
 * @throws {PartFault}
 */
function requireReadable(part: PackPart, text: string): void {
  try {
    readContent(part, text);
  } catch {
    throw new PartFault('unreadable');
  }
}

/** Returns true if the new copy would replace a stored copy with a different body. */
async function replacesOther({ cache, held }: Saving, { type, key }: PackPart, { body }: Copy): Promise<boolean> {
  const older = type === 'api' && held.has(key) ? await cache.match(key, { ignoreVary: true }) : undefined;
  if (!older) return false;
  const [was, is] = [new Uint8Array(await older.arrayBuffer()), new Uint8Array(body)];
  return was.length !== is.length || was.some((byte, index) => byte !== is[index]);
}

/** Fetches and stores a part. @throws {PartFault} {PackStop} */
async function fetchCopy(saving: Saving, part: PackPart, onBytes?: (bytes: number) => void): Promise<ReadPart> {
  const response = await fetchPart(saving.owner, part, { signal: saving.signal, onBytes });
  const body = await unlessAborted(response.arrayBuffer(), saving.signal);
  if (part.type === 'image' && body.byteLength === 0) throw new PartFault('unreadable');
  const text = part.type === 'image' ? '' : new TextDecoder().decode(body);
  const read = studyReadAt(part.url, part.type);
  if (!matchesRequest(read, body)) {
    const answer = parseJson(text);
    const isOfPortal = part.step === 'course' || answer === undefined || isPortalBody(answer);
    throw isOfPortal ? new PackStop('portal') : new PartFault('unreadable');
  }
  // A file has no version to compare: the version is in its URL.
  const copy = toCopy(response, body, read, part.type === 'api' ? part.version : undefined);
  // Read references from the server's answer, not from the stored copy: the copy's URLs have no signature, and a file's
  // host may require one. An older copy refers to stored parts, so it is replaced only at the end: an interrupted save
  // then leaves no copy that refers to missing parts.
  if (await replacesOther(saving, part, copy)) {
    requireReadable(part, text);
    saving.newer.set(part.key, { part, copy });
  } else {
    saving.newer.delete(part.key);
    await put(saving, part, copy);
  }
  return { text, bytes: copy.body.byteLength };
}

function isRefusal(error: unknown): boolean {
  return error instanceof PartFault && (error.reason === 'gone' || error.reason === 'refused');
}

/**
 * Fetches and stores a part. The copy of a part that the API refuses is deleted. A file that its host refuses is
 * fetched once more, from the URL that the API gives now.
 *
 * @throws {PartFault} {PackStop}
 */
async function fetchWithNewUrl(saving: Saving, part: PackPart, onBytes: (bytes: number) => void): Promise<ReadPart> {
  try {
    return await fetchCopy(saving, part, onBytes);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    saving.newer.delete(part.key);
    if (part.type === 'api') await dropCopy(saving.cache, part.key);
    if (!part.named) throw error;
    const { text } = await fetchWithNewUrl(saving, part.named, onBytes);
    const [file] = readContent(part.named, text).below;
    if (!file) throw error;
    return fetchCopy(saving, file, onBytes);
  }
}

/** The result of saving a course. */
export interface SavedPack {
  record: PackRecord;
  survey: PackSurvey;
}

/**
 * Replaces older copies by newer ones, once all parts that these refer to are stored. A copy is replaced after the
 * copies it refers to.
 * @throws {PackStop}
 */
async function putNewer(saving: Saving): Promise<void> {
  for (const { part, copy } of [...saving.newer.values()].reverse()) {
    saving.signal.throwIfAborted();
    await put(saving, part, copy);
  }
}

/** Verifies the saved parts by reading them back, and writes the record. */
async function verifyAndRecord(saving: Saving, survey: PackSurvey): Promise<SavedPack> {
  const { owner, record, cache, signal } = saving;
  const { courseId } = record;
  const seen = await checkPack(owner, courseId, { signal });
  const faults = new Map([...seen.faults, ...survey.faults].map((fault) => [fault.item.id, fault]));
  const { course } = seen;
  if (!course || !survey.course) throw new PackStop(survey.course ? 'storage' : 'gone');
  await dropOutdated(owner, record, new Set(seen.keys), cache);
  const saved: PackRecord = {
    ...record,
    isDue: false,
    brought: undefined,
    title: course.title,
    contents: {
      keys: seen.keys,
      faults: [...faults.values()].map(({ item: { title, kind }, reason }) => ({ title, kind, reason })),
      courseUpdatedAt: course.updatedAt,
      savedAt: new Date(now()).toISOString(),
      texts: seen.text.total,
      images: seen.images.total,
      bytes: seen.bytes,
    },
  };
  // Write no record if the learner removed the course meanwhile.
  if (await readPackRecord(owner, courseId)) await keepPackRecord(owner, saved);
  return { record: saved, survey: { ...seen, faults: [...faults.values()] } };
}

/**
 * Creates the function that reads a part during a save: from an up-to-date copy, or else from the network. @param stop
 * called when the other requests must be aborted.
 */
function readerOf(saving: Saving, stop: () => void) {
  return async (part: PackPart, onBytes: (bytes: number) => void): Promise<ReadPart> => {
    try {
      const result = (await readFreshCopy(saving, part)) ?? (await fetchWithNewUrl(saving, part, onBytes));
      saving.read.add(part.key);
      return result;
    } catch (error) {
      if (!(error instanceof PartFault)) stop();
      throw error;
    }
  };
}

export interface SaveOptions {
  signal: AbortSignal;
  onStep?: (counts: () => PackCounts) => void;
  onRemoved?: (title: string) => void;
}

/**
 * Saves a course that has a record: stored copies of the right version are used, the rest is fetched, and at the end
 * everything is read back. Must be called under the packs' lock.
 *
 * @returns undefined if the course has no record.
 * @throws {PackStop} when it cannot continue now; the signal's reason when aborted; {DOMException} of the database.
 */
export async function savePack(
  owner: OwnerKey,
  courseId: string,
  options: SaveOptions,
): Promise<SavedPack | undefined> {
  const { signal, onStep, onRemoved = () => undefined } = options;
  const record = await readPackRecord(owner, courseId);
  if (!record) return undefined;
  const aborting = new AbortController();
  signal.addEventListener('abort', () => aborting.abort(signal.reason), { once: true });
  signal.throwIfAborted();
  const [cache, held] = await Promise.all([openStudyCache(owner), listCopyKeys(owner)]);
  const leaving = new LeavingWatch(owner, () => aborting.abort());
  const begun = { newer: new Map(), read: new Set<string>(), freed: 0 };
  const saving: Saving = { owner, record, cache, held, ...begun, leaving, signal: aborting.signal, onRemoved };
  // After an error that ends the save, abort the other requests of this save.
  const read = readerOf(saving, () => aborting.abort());
  let survey: PackSurvey;
  try {
    survey = await walkPack(courseId, read, { signal, onStep });
    await putNewer(saving);
  } catch (error) {
    await noteUnfinished(saving);
    throw error;
  } finally {
    await leaving.end();
  }
  return verifyAndRecord(saving, survey);
}
