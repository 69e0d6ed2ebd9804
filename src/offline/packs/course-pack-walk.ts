/** The walk over a course pack, the same for saving and checking: four at a time, texts before images, each copy once. */
import type { CourseDetail } from '@/api/courses';

import { type PackContent, readContent } from './course-pack-content';
import { firstPart, type PackItem, type PackPart } from './course-pack-parts';

/** At most so many parts are read at a time. */
const CONCURRENCY = 4;

/**
 * `absent`: the device does not hold it. `gone`, `refused`: the server says 404, 403. `cors`: its host lets nobody keep
 * it. `unreadable`: what is there is not what it should be.
 */
export type PackFaultReason = 'absent' | 'gone' | 'refused' | 'cors' | 'unreadable';

/** A part that cannot be had, while the others can. */
export class PartFault extends Error {
  override readonly name = 'PartFault';
  constructor(readonly reason: PackFaultReason) {
    super(`A part of the pack is ${reason}`);
  }
}

/** A part as it was read. */
export interface ReadPart {
  /** '' of images. */
  text: string;
  /** The size of its body. */
  bytes: number;
}

/** How many things are whole, and of how many; texts are outline, lessons, question sets and explanations. */
export interface PackCounts {
  text: { done: number; total: number };
  images: { done: number; total: number };
  /** Of all bodies read so far. */
  bytes: number;
}

export interface PackFault {
  item: PackItem;
  reason: PackFaultReason;
  /** What could not be read. */
  url: string;
}

/** What a walk has seen. */
export interface PackSurvey extends PackCounts {
  /** Undefined when the outline itself could not be read. */
  course?: CourseDetail;
  /** The keys of the parts that were read. */
  keys: string[];
  faults: PackFault[];
  /** Addresses of images on other hosts, which the page shows as links. */
  foreign: string[];
  /** Images that the app itself should have. */
  own: PackItem[];
}

export interface WalkOptions {
  signal?: AbortSignal;
  /** Called after each part, and while one comes; the counts are made when they are asked for. */
  onStep?: (counts: () => PackCounts) => void;
}

/** To be called with what has come of a part so far. */
type OnBytes = (bytes: number) => void;
type Reader = (part: PackPart, onBytes: OnBytes) => Promise<ReadPart>;

/** Counts things, which are whole when none of their parts is open. */
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
    /** The outline tells how many texts there will be. */
    expect(course: CourseDetail) {
      const lessons = course.sections.flatMap(({ chapters }) => chapters.flatMap((chapter) => chapter.lessons));
      expectedTexts = 1 + lessons.length + lessons.reduce((sum, { questionSetCount }) => sum + 2 * questionSetCount, 0);
    },
    /** Nothing more will come. */
    finish: () => void (expectedTexts = 0),
    counts: (): PackCounts => ({ text: count(false), images: count(true), bytes }),
  };
}

/** Counts the bytes of one part: while it comes, which is told, and when it has. */
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

/** Runs tasks that make more tasks; ends when none is left, or after the first failure, once all lanes are at rest. */
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
      // Turned around, because the last one in is the first one out.
      for (const each of below.toReversed()) (each.item.kind === 'image' ? images : texts).push(each);
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

/** Reads one part and what it leads to. @throws {PartFault}; what the reader throws. */
async function open(part: PackPart, read: Reader, onBytes: OnBytes): Promise<ReadPart & PackContent> {
  const result = await read(part, onBytes);
  try {
    return { ...result, ...readContent(part, result.text) };
  } catch {
    throw new PartFault('unreadable');
  }
}

/**
 * Walks a pack from its outline down.
 *
 * @param read reads one part. @throws {PartFault} goes into the survey; anything else ends the walk.
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
      tally.closed(part.item);
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
