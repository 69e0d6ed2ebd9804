/** Saves courses on the device through the worker's own keys, part by part. */
import { unlessAborted } from '@/api/unless-aborted';
import { CACHED_FOR_HEADER, studyReadAt } from '@/offline/copies/study-cache';
import { type Copy, dropCopy, toCopy } from '@/offline/copies/study-copy';
import type { OwnerKey } from '@/session/session';
import { now } from '@/storage/now';

import { checkPack, holdsFile, readCopy } from './course-pack-check';
import { readContent } from './course-pack-content';
import { fetchPart, PackStop } from './course-pack-fetch';
import type { PackPart } from './course-pack-parts';
import { noteUnfinished, put, type Saving } from './course-pack-put';
import { keepPackRecord, listCopyKeys, openStudyCache, type PackRecord, readPackRecord } from './course-pack-records';
import { dropOutdated } from './course-pack-removal';
import { type PackCounts, type PackSurvey, PartFault, type ReadPart, walkPack } from './course-pack-walk';
import { LeavingWatch } from './leaving-watch';

/** The copy that is there, if it is of the version that is wanted; the outline is always asked for. */
async function readFreshCopy({ cache, held }: Saving, part: PackPart): Promise<ReadPart | undefined> {
  if (part.step === 'course' || !held.has(part.key)) return undefined;
  const copy = await cache.match(part.key, { ignoreVary: true });
  const isOtherVersion = part.type === 'api' && copy?.headers.get(CACHED_FOR_HEADER) !== part.version;
  if (!copy || isOtherVersion) return undefined;
  try {
    const read = await readCopy(cache, part);
    return (await holdsFile(cache, part, read)) ? read : undefined;
  } catch (error) {
    if (error instanceof PartFault) return undefined;
    throw error;
  }
}

/** An older copy opens, and is worth more than what no screen can read. @throws {PartFault} */
function requireReadable(part: PackPart, text: string): void {
  try {
    readContent(part, text);
  } catch {
    throw new PartFault('unreadable');
  }
}

/** Whether it would take the place of a copy that says something else. */
async function isNewer({ cache, held }: Saving, { type, key }: PackPart, { body }: Copy): Promise<boolean> {
  const older = type === 'api' && held.has(key) ? await cache.match(key, { ignoreVary: true }) : undefined;
  if (!older) return false;
  const [was, is] = [new Uint8Array(await older.arrayBuffer()), new Uint8Array(body)];
  return was.length !== is.length || was.some((byte, index) => byte !== is[index]);
}

/** Fetches and keeps a part. @throws {PartFault} {PackStop} */
async function fetchCopy(saving: Saving, part: PackPart, onBytes?: (bytes: number) => void): Promise<ReadPart> {
  const response = await fetchPart(saving.owner, part, { signal: saving.signal, onBytes });
  const body = await unlessAborted(response.arrayBuffer(), saving.signal);
  if (part.type === 'image' && body.byteLength === 0) throw new PartFault('unreadable');
  const copy = makeCopy(response, body, part);
  // As it was answered: a copy's URLs have no signature, without which there may be no file.
  const text = part.type === 'image' ? '' : new TextDecoder().decode(body);
  // The older one leads to what is there: a save that is broken off must not leave one that leads to what is not.
  if (await isNewer(saving, part, copy)) {
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
 * Fetches and keeps a part. What the API refuses goes from the device; a file that its host refuses is asked for once more,
 * where the API says now that it lies. @throws {PartFault} {PackStop}
 */
async function fetchNamed(saving: Saving, part: PackPart, onBytes: (bytes: number) => void): Promise<ReadPart> {
  try {
    return await fetchCopy(saving, part, onBytes);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    saving.newer.delete(part.key);
    if (part.type === 'api') await dropCopy(saving.cache, part.key);
    if (!part.named) throw error;
    const { text } = await fetchNamed(saving, part.named, onBytes);
    const [file] = readContent(part.named, text).below;
    if (!file) throw error;
    return fetchCopy(saving, file, onBytes);
  }
}

function makeCopy(response: Response, body: ArrayBuffer, part: PackPart): Copy {
  try {
    // Of a file its URL says the version.
    return toCopy(response, body, studyReadAt(part.url, part.type), part.type === 'api' ? part.version : undefined);
  } catch (error) {
    // It says that it is JSON, and is not: a portal's page, as likely as not.
    throw new PackStop('portal', { cause: error });
  }
}

/** What a save came to. */
export interface SavedPack {
  record: PackRecord;
  survey: PackSurvey;
}

/** Puts what is newer in its place, once all that it leads to is there; what leads to others comes last. @throws {PackStop} */
async function putNewer(saving: Saving): Promise<void> {
  for (const { part, copy } of [...saving.newer.values()].toReversed()) {
    saving.signal.throwIfAborted();
    await put(saving, part, copy);
  }
}

/** Notes what was saved, after it has been read back. */
async function note(saving: Saving, survey: PackSurvey): Promise<SavedPack> {
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
  // Taken off the list meanwhile: then nobody wants to know.
  if (await readPackRecord(owner, courseId)) await keepPackRecord(owner, saved);
  return { record: saved, survey: { ...seen, faults: [...faults.values()] } };
}

/** Reads a part from its copy, or else from the network. @param stop called when nothing more is to be read. */
function readerOf(saving: Saving, stop: () => void) {
  return async (part: PackPart, onBytes: (bytes: number) => void): Promise<ReadPart> => {
    try {
      const result = (await readFreshCopy(saving, part)) ?? (await fetchNamed(saving, part, onBytes));
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
 * Saves a course that is to be kept: what is there in the right version stays, the rest is fetched, and in the end all
 * is read back. To be called under the lock of packs.
 *
 * @throws {PackStop} when it cannot go on now; the signal's reason when aborted; {DOMException} of the database.
 */
export async function savePack(
  owner: OwnerKey,
  courseId: string,
  options: SaveOptions,
): Promise<SavedPack | undefined> {
  const { signal, onStep, onRemoved = () => undefined } = options;
  const record = await readPackRecord(owner, courseId);
  if (!record) return undefined;
  const lanes = new AbortController();
  signal.addEventListener('abort', () => lanes.abort(signal.reason), { once: true });
  signal.throwIfAborted();
  const [cache, held] = await Promise.all([openStudyCache(owner), listCopyKeys(owner)]);
  const leaving = new LeavingWatch(owner, () => lanes.abort());
  const begun = { newer: new Map(), read: new Set<string>(), rooms: 0 };
  const saving: Saving = { owner, record, cache, held, ...begun, leaving, signal: lanes.signal, onRemoved };
  // What the other lanes wait for is of no use any more.
  const read = readerOf(saving, () => lanes.abort());
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
  return note(saving, survey);
}
