/** Keeps lessons as they stand on the screen, for the next start; loaded when the page is idle. */
import type { QueryClient } from '@tanstack/react-query';

import type { CourseDetail } from '@/api/courses';
import type { Lesson } from '@/api/lessons';
import { apiUrl } from '@/api/transport';
import {
  dropPrerenderedLessons,
  type KeepOptions,
  keepPrerenderedLesson,
  listPrerenderedLessons,
  MAX_PRERENDERED,
  type PrerenderedLesson,
} from '@/offline/copies/prerender-store';
import { pictureUrl, studyCacheKey } from '@/offline/copies/study-cache';
import { lessonQueries } from '@/queries/lessons';
import { ownerKey, type OwnerKey, readOwnSession } from '@/session/session';
import { toStorageError } from '@/storage/storage-error';
import { lessonsOf } from '@/study/lesson-order';

import { APP_BUILD } from './app-update';
import { type LessonParts, openLessonParts } from './lesson-copies';
import { lessonCopiesOptions } from './openable-lessons';

export { type PrerenderedScreen, prerenderedScreenAt } from '@/offline/copies/prerender-store';

/** Where a picture's copy lies: without signature and hour; undefined where it may not be asked for. */
export function pictureAddress(source: string): string | undefined {
  const url = pictureUrl(source);
  return url && /^https?:$/.test(url.protocol) ? studyCacheKey(url, 'image') : undefined;
}

/** What the page has painted. */
export type Prerendering = Pick<PrerenderedLesson, 'title' | 'sheets' | 'fonts' | 'css' | 'html'>;

/** Another one whenever a lesson would be painted otherwise: by another build, or from another text. */
function sourceOf({ id, updatedAt, contentId, title }: Lesson): string {
  return [APP_BUILD, id, updatedAt, contentId, title].join('|');
}

interface Kept extends KeepOptions {
  id: string;
  /** Paths of the API whose copies it was made of. */
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
    // What can be had again makes room.
    if (toStorageError(error).reason === 'full') await dropPrerenderedLessons(owner).catch(() => undefined);
  }
}

function keep(owner: OwnerKey, lesson: Lesson, painting: Prerendering, isUnread: boolean): Promise<void> {
  const { id, courseId, contentId } = lesson;
  const paths = [`/lessons/${id}`, `/courses/${courseId}`, `/content/${contentId}`];
  return keepPrerendered(owner, painting, { id, paths, source: sourceOf(lesson), isUnread });
}

/**
 * Keeps title and outline of another screen; as {@link keepPainting}.
 *
 * @param path of the screen, such as `/courses/git`: what is deeper was made of the copy at the same path of the API.
 */
export async function keepOutline(path: string, paint: () => Prerendering | undefined): Promise<void> {
  const session = await readOwnSession().catch(() => undefined);
  const painting = session && paint();
  const paths = path.lastIndexOf('/') > 0 ? [path] : [];
  if (painting)
    await keepPrerendered(ownerKey(session.owner), painting, { id: path, paths, source: `${APP_BUILD}|${path}` });
}

/**
 * Keeps how the lesson on the screen stands; a comfort, so a device that cannot keep it is no error.
 *
 * @param paint is asked where the lesson is known and has a text; undefined while the screen is not whole.
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

/** So many that follow the one on the screen are painted as if they were read. */
const NEXT = 3;

/** A lesson on the device that was not read in this build. */
export interface NotPrerenderedLesson {
  lesson: Lesson;
  course: CourseDetail;
  /** Its text in markdown. */
  written: string;
  /** Where a picture of the text lies, as far as the device knows; nobody is asked. */
  placeOf: (source: string) => { url: string | undefined; isForeign: boolean };
  /** Names what it is painted from. */
  source: string;
  /** Keeps it; as {@link keepPainting}. */
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
 * Finds the lessons on the device that are to be painted, one by one: those that follow the one that is read first, then as many others as
 * there is room for.
 *
 * @param tried the sources that were tried on this page.
 * @throws {DOMException} of the device.
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
  const next = new Set(after.slice(0, NEXT));
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
