/**
 * Stores prerendered lessons (HTML snapshots) for the next start of the app; this code is loaded when the page is idle.
 */
import type { QueryClient } from '@tanstack/react-query';

import type { CourseDetail } from '@/api/courses';
import type { Lesson } from '@/api/lessons';
import { apiUrl } from '@/api/network/transport';
import { lessonsOf } from '@/api/outline';
import {
  dropPrerenderedLessons,
  type KeepOptions,
  keepPrerenderedLesson,
  listPrerenderedLessons,
  MAX_PRERENDERED,
  type PrerenderedLesson,
} from '@/offline/copies/prerender-store';
import { pictureUrl, studyCacheKey } from '@/offline/copies/study-cache';
import { lessonQueries } from '@/queries/curriculum/lessons';
import { ownerKey, type OwnerKey, readOwnSession } from '@/session/session';
import { toStorageError } from '@/storage/storage-error';

import { type LessonParts, openLessonParts } from './lesson-copies';
import { lessonCopiesOptions } from './openable-lessons';
import { APP_BUILD } from './update-state';

export { type PrerenderedScreen, prerenderedScreenAt } from '@/offline/copies/prerender-store';

/**
 * Returns the cache key of a picture, its URL without signature and expiry; undefined for a host that must not be
 * contacted.
 */
export function pictureAddress(source: string): string | undefined {
  const url = pictureUrl(source);
  return url && /^https?:$/.test(url.protocol) ? studyCacheKey(url, 'image') : undefined;
}

/** A prerendered lesson made by the page. */
export type Prerendering = Pick<PrerenderedLesson, 'title' | 'sheets' | 'fonts' | 'css' | 'html'>;

/** Returns a key that changes whenever a lesson's snapshot would differ: with the app's build or the lesson's text. */
function sourceOf({ id, updatedAt, contentId, title }: Lesson): string {
  return [APP_BUILD, id, updatedAt, contentId, title].join('|');
}

interface Kept extends KeepOptions {
  id: string;
  /** API paths of the cached server responses that the lesson was prerendered from. */
  paths: string[];
}

async function keepPrerendered(
  owner: OwnerKey,
  painting: Prerendering,
  { id, paths, ...options }: Kept,
): Promise<void> {
  const copies = paths.map((path) => studyCacheKey(apiUrl(path), 'api'));
  try {
    await keepPrerenderedLesson(owner, id, { build: APP_BUILD, copies, ...painting }, options);
  } catch (error) {
    // The disk is full: delete all prerendered lessons, because they can be made again.
    if (toStorageError(error).reason === 'full') await dropPrerenderedLessons(owner).catch(() => undefined);
  }
}

function keep(owner: OwnerKey, lesson: Lesson, painting: Prerendering, isUnread: boolean): Promise<void> {
  const { id, courseId, contentId } = lesson;
  const paths = [`/lessons/${id}`, `/courses/${courseId}`, `/content/${contentId}`];
  return keepPrerendered(owner, painting, { id, paths, source: sourceOf(lesson), isUnread });
}

/**
 * Stores the prerendered title and skeleton of a screen that is not a lesson; see {@link keepPainting}.
 *
 * @param path of the screen, such as `/courses/git`; a path with two segments is also the API path of the cached
 * response shown there.
 */
export async function keepOutline(path: string, paint: () => Prerendering | undefined): Promise<void> {
  const session = await readOwnSession().catch(() => undefined);
  const painting = session && paint();
  const paths = path.lastIndexOf('/') > 0 ? [path] : [];
  if (painting)
    await keepPrerendered(ownerKey(session.owner), painting, { id: path, paths, source: `${APP_BUILD}|${path}` });
}

/**
 * Stores a snapshot of the lesson on the screen; a failure of the device's storage is ignored.
 *
 * @param paint makes the snapshot, for a loaded lesson with text; returns undefined while the screen is incomplete.
 */
export async function keepPainting(
  queryClient: QueryClient,
  lessonId: string,
  paint: (lesson: Lesson) => Prerendering | undefined,
): Promise<void> {
  const session = await readOwnSession().catch(() => undefined);
  const lesson = queryClient.getQueryData(lessonQueries.detail(lessonId).queryKey);
  const painting = session && lesson?.contentId ? paint(lesson) : undefined;
  if (session && lesson && painting) await keep(ownerKey(session.owner), lesson, painting, false);
}

/** Number of lessons after the current one that are prerendered first, and kept as long as lessons that were read. */
const NEXT_COUNT = 3;

/** A lesson on the device without a snapshot of this build. */
export interface NotPrerenderedLesson {
  lesson: Lesson;
  course: CourseDetail;
  /** The lesson's markdown. */
  written: string;
  /** Returns a cached picture's URL, without a request. */
  placeOf: (source: string) => { url: string | undefined; isForeign: boolean };
  /** Identifies the content from which the lesson is prerendered. */
  source: string;
  /** Stores the prerendered lesson; ignores a failing storage, like {@link keepPainting}. */
  keep: (painting: Prerendering) => Promise<void>;
}

async function readPlaces(parts: LessonParts, written: string): Promise<NotPrerenderedLesson['placeOf']> {
  const ids = new Set([...written.matchAll(/content:([A-Za-z0-9_-]{1,64})/g)].map(([, id = '']) => id));
  const urls = await Promise.all(
    [...ids].map(async (id) => [`content:${id}`, await parts.readPictureUrl(id)] as const),
  );
  const places = new Map<string, string | undefined>(urls);
  return (source) => {
    const url = source.startsWith('content:') ? places.get(source) : source;
    return { url, isForeign: url !== undefined && !pictureUrl(url) };
  };
}

/**
 * Yields the lessons on the device that need a snapshot: first those that follow the current lesson, then others while
 * there is space.
 *
 * @param tried the sources that this page has tried already.
 * @throws {DOMException} of the device's storage.
 */
export async function* findNotPrerendered(
  queryClient: QueryClient,
  lessonId: string,
  tried: Set<string>,
): AsyncGenerator<NotPrerenderedLesson, void> {
  const session = await readOwnSession();
  const owner = session && ownerKey(session.owner);
  const parts = owner && (await openLessonParts(owner));
  if (!parts) return;
  const held = await queryClient.fetchQuery(lessonCopiesOptions(owner));
  const painted = await listPrerenderedLessons(owner);
  const course = await parts.readCourse(held.find(({ id }) => id === lessonId)?.courseId ?? '');
  const order = lessonsOf(course?.sections ?? []).map(({ id }) => id);
  const after = order.slice(order.indexOf(lessonId) + 1);
  const next = new Set(after.slice(0, NEXT_COUNT));
  let room = MAX_PRERENDERED - painted.size;
  for (const lesson of [...held.filter(({ id }) => next.has(id)), ...held.filter(({ id }) => !next.has(id))]) {
    const source = sourceOf(lesson);
    if (!lesson.contentId || painted.get(lesson.id) === source || tried.has(source)) continue;
    if (!next.has(lesson.id) && !painted.has(lesson.id) && (room -= 1) < 0) return;
    const reading = parts.readText(lesson).catch(() => undefined);
    const [itsCourse, written] = await Promise.all([parts.readCourse(lesson.courseId), reading]);
    if (!itsCourse || written === undefined) continue;
    const placeOf = await readPlaces(parts, written);
    const isUnread = !next.has(lesson.id);
    yield {
      lesson,
      course: itsCourse,
      written,
      placeOf,
      source,
      keep: (painting) => keep(owner, lesson, painting, isUnread),
    };
  }
}
