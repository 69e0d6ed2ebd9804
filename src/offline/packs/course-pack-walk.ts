/** Walks the parts of a course pack, for saving and checking: four at a time, texts before images, each copy once. */
import type { CourseDetail } from '@/api/courses';
import { allLessonsOf, lessonsOf } from '@/api/outline';

import { type PackContent, readContent } from './course-pack-content';
import { firstPart, type PackItem, type PackPart } from './course-pack-parts';

/** Number of parts read at the same time. */
const CONCURRENCY = 4;

/**
 * Why a part is unavailable. `absent`: not stored on the device. `gone`: the server answered 404 or 410. `refused`: the
 * server answered
 * 403. `cors`: its host sends no CORS headers. `unreadable`: it does not parse, or the outline does not name all
 *   lessons.
 */
export type PackFaultReason = 'absent' | 'gone' | 'refused' | 'cors' | 'unreadable';

/** Error: one part of the course is unavailable; the others are not affected. */
export class PartFault extends Error {
  override readonly name = 'PartFault';
  constructor(readonly reason: PackFaultReason) {
    super(`A part of the pack is ${reason}`);
  }
}

/** A part of the course that was read. */
export interface ReadPart {
  /** The body as text; '' for images. */
  text: string;
  /** The size of the part's body, bytes. */
  bytes: number;
}

/**
 * The number of complete items of a course, and of all its items. Texts are the outline, lessons, question sets and
 * explanations.
 */
export interface PackCounts {
  text: { done: number; total: number };
  images: { done: number; total: number };
  /** The size of all bodies read so far, bytes. */
  bytes: number;
}

export interface PackFault {
  item: PackItem;
  reason: PackFaultReason;
  /** The title of the part that could not be read. */
  url: string;
}

/** The result of walking a course. */
export interface PackSurvey extends PackCounts {
  /** The course; undefined if the outline itself could not be read. */
  course?: CourseDetail;
  /** The keys of the parts that were read. */
  keys: string[];
  faults: PackFault[];
  /** URLs of images on other hosts, which the page shows as links. */
  foreign: string[];
  /** Images whose URL points to a file of the app. */
  own: PackItem[];
}

export interface WalkOptions {
  signal?: AbortSignal;
  /** Called after each part, and repeatedly while a part is being received. `counts` computes the current numbers. */
  onStep?: (counts: () => PackCounts) => void;
}

/** Called with the bytes of a part received so far. */
type OnBytes = (bytes: number) => void;
type Reader = (part: PackPart, onBytes: OnBytes) => Promise<ReadPart>;

/** Counts the items of a course; an item is complete when all its parts were read without a fault. */
function createTally() {
  const items = new Map<string, { isImage: boolean; open: number; hasFault: boolean }>();
  let expectedTexts = 0;
  let bytes = 0;
  const count = (isImage: boolean) => {
    const own = [...items.values()].filter((item) => item.isImage === isImage);
    const done = own.filter(({ open, hasFault }) => open === 0 && !hasFault).length;
    return { done, total: Math.max(own.length, isImage ? 0 : expectedTexts) };
  };
  return {
    opened({ id, kind }: PackItem) {
      const item = items.get(id) ?? { isImage: kind === 'image', open: 0, hasFault: false };
      item.open += 1;
      items.set(id, item);
      return true;
    },
    closed({ id }: PackItem, hasFault = false) {
      const item = items.get(id);
      if (!item) return;
      item.open -= 1;
      item.hasFault ||= hasFault;
    },
    grew: (size: number) => void (bytes += size),
    /** Sets the expected number of texts, computed from the course's outline. */
    expect(course: CourseDetail) {
      const lessons = lessonsOf(course.sections);
      expectedTexts =
        1 + lessons.length + lessons.reduce((sum, { questionSetCount = 0 }) => sum + 2 * questionSetCount, 0);
    },
    /** Ends the count: the expected number of texts is replaced by the number that was found. */
    finish: () => void (expectedTexts = 0),
    counts: (): PackCounts => ({ text: count(false), images: count(true), bytes }),
  };
}

/**
 * Counts the bytes of one part. `come` is called during the download and calls `onStep`; `end` is called with the final
 * size.
 */
function countPart({ grew, counts }: ReturnType<typeof createTally>, onStep: Required<WalkOptions>['onStep']) {
  let counted = 0;
  const end = (size: number) => {
    grew(size - counted);
    counted = size;
  };
  const come = (size: number) => {
    end(size);
    onStep(counts);
  };
  return { come, end };
}

/**
 * Runs tasks that create more tasks, up to {@link CONCURRENCY} at a time. Ends when none is left, or after the first
 * failure once all running tasks have ended.
 */
function runConcurrently(first: PackPart, work: (part: PackPart) => Promise<PackPart[]>): Promise<void> {
  const texts = [first];
  const images: PackPart[] = [];
  let active = 0;
  let failure: { error: unknown } | undefined;
  return new Promise((resolve, reject) => {
    const rest = () => {
      active -= 1;
      pump();
    };
    const take = (below: PackPart[]) => {
      // Reversed, because tasks are taken from the end of the array.
      for (const each of [...below].reverse()) (each.item.kind === 'image' ? images : texts).push(each);
      rest();
    };
    const fail = (error: unknown) => {
      failure ??= { error };
      rest();
    };
    const pump = () => {
      while (active < CONCURRENCY && !failure) {
        const part = texts.pop() ?? images.pop();
        if (!part) break;
        active += 1;
        work(part).then(take, fail);
      }
      if (active > 0) return;
      if (failure) reject(failure.error as Error);
      else resolve();
    };
    pump();
  });
}

/** Reads one part and finds the parts that it refers to. @throws {PartFault}, and any other error of the reader. */
async function open(part: PackPart, read: Reader, onBytes: OnBytes): Promise<ReadPart & PackContent> {
  const result = await read(part, onBytes);
  try {
    return { ...result, ...readContent(part, result.text) };
  } catch {
    throw new PartFault('unreadable');
  }
}

/**
 * Walks a pack from its outline to all its parts.
 *
 * @param read reads one part. Its {PartFault} becomes a fault in the result; any other error ends the walk and is
 * thrown.
 */
export async function walkPack(
  courseId: string,
  read: Reader,
  { signal, onStep = () => undefined }: WalkOptions = {},
): Promise<PackSurvey> {
  const survey: Omit<PackSurvey, keyof PackCounts> = { keys: [], faults: [], foreign: [], own: [] };
  const tally = createTally();
  const seen = new Set<string>();
  const isNew = ({ key }: PackPart) => !seen.has(key) && seen.add(key) !== undefined;

  const first = firstPart(courseId);
  const enlist = (parts: PackPart[]) => parts.filter((part) => isNew(part) && tally.opened(part.item));
  const work = async (part: PackPart): Promise<PackPart[]> => {
    signal?.throwIfAborted();
    const { come, end } = countPart(tally, onStep);
    try {
      const { bytes, below, foreign, own, course } = await open(part, read, come);
      end(bytes);
      survey.keys.push(part.key);
      survey.foreign.push(...foreign);
      survey.own.push(...own);
      if (course) tally.expect((survey.course = course));
      const fresh = enlist(below);
      // Without the whole outline, further lessons may exist, which are not saved.
      const isWhole = !course || allLessonsOf(course.sections) !== undefined;
      if (!isWhole) survey.faults.push({ item: part.item, reason: 'unreadable', url: part.url });
      tally.closed(part.item, !isWhole);
      return fresh;
    } catch (error) {
      if (!(error instanceof PartFault)) throw error;
      survey.faults.push({ item: part.item, reason: error.reason, url: part.url });
      tally.closed(part.item, true);
      end(0);
      return [];
    } finally {
      onStep(tally.counts);
    }
  };
  enlist([first]);
  await runConcurrently(first, work);
  tally.finish();
  return { ...survey, ...tally.counts() };
}
