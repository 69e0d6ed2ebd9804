/** Lessons as they stood on the screen, kept as inert HTML: the page paints them, the worker answers with them (docs/decisions/0043). */
import * as z from 'zod/mini';

import type { OwnerKey } from '@/session/session';
import { changeOwned, type OwnedRecords, readOwned } from '@/storage/owned-store';

/** Beside the places that were read to: a store that every version of the app empties at a sign-out. */
const STORE = 'reading-positions';
const LIST = 'painted-list';
const keyOf = (id: string) => `painted|${id}`;

/** Whose title and outline are painted, besides lessons: what others may see of people is not kept. */
const OUTLINE_PATH = /^\/(?:|courses|mypage|review|(?:courses|sections)\/(?!new$)[A-Za-z0-9_-]{1,64})$/;
const LESSON_PATH = /^\/lessons\/(?!new$)([A-Za-z0-9_-]{1,64})$/;

/** The screens that are painted. */
export type PrerenderedScreen = { kind: 'lesson' | 'outline'; id: string };

/** Which painted screen an address names: a lesson by its id, another one by its path; undefined for none. */
export function prerenderedScreenAt(pathname: string): PrerenderedScreen | undefined {
  const [, lessonId] = LESSON_PATH.exec(pathname) ?? [];
  if (lessonId !== undefined) return { kind: 'lesson', id: lessonId };
  return OUTLINE_PATH.test(pathname) ? { kind: 'outline', id: pathname } : undefined;
}

export const MAX_PRERENDERED = 50;
const MAX_TOTAL_BYTES = 10_000_000;
/** A longer one would take the place of many. */
const MAX_LESSON_BYTES = 1_000_000;

const prerenderedLessonSchema = z.object({
  /** The main file of the build that painted it, whose style sheets it needs. */
  build: z.string(),
  /** The copies it was made of: it is shown only while the device has them (keys of the study cache). */
  copies: z.array(z.string()),
  title: z.string(),
  /** Paths of the style sheets, in order. */
  sheets: z.array(z.string()),
  /** Paths of the fonts, so that nothing is set anew when they come. */
  fonts: z.array(z.string()),
  /** What style attributes said, as rules. */
  css: z.string(),
  html: z.string(),
});
export type PrerenderedLesson = z.infer<typeof prerenderedLessonSchema>;

/** What is painted, the last read last. */
const listSchema = z.array(
  z.object({
    id: z.string(),
    bytes: z.number(),
    copies: z.array(z.string()),
    /** Names what it was painted from; a version before this one did not say. */
    source: z.optional(z.string()),
  }),
);
type PrerenderedList = z.infer<typeof listSchema>;

/** As strings lie on the device. */
function bytesOf({ css, html }: PrerenderedLesson): number {
  return 2 * (css.length + html.length);
}

/** How many of the oldest must go. */
function countEvicted(list: PrerenderedList): number {
  let room = MAX_TOTAL_BYTES;
  const firstWithoutRoom = list.findLastIndex(({ bytes }) => (room -= bytes) < 0);
  return Math.max(firstWithoutRoom + 1, list.length - MAX_PRERENDERED);
}

export interface KeepOptions {
  /** Another one whenever it would be painted otherwise. */
  source: string;
  /** Nobody has read it here: it takes the room of none. */
  isUnread?: boolean;
}

/**
 * Keeps a lesson, which is the last read now, unless the owner is leaving; those not read for longest make room.
 *
 * @throws {DOMException} of the database.
 */
export async function keepPrerenderedLesson(
  owner: OwnerKey,
  id: string,
  lesson: PrerenderedLesson,
  { source, isUnread = false }: KeepOptions,
): Promise<void> {
  const bytes = bytesOf(lesson);
  if (bytes > MAX_LESSON_BYTES) return;
  const change = async ({ read, keep, drop }: OwnedRecords) => {
    const { data: known = [] } = z.safeParse(listSchema, await read(LIST));
    const others = known.filter((one) => one.id !== id);
    const own = { id, bytes, copies: lesson.copies, source };
    const list = isUnread ? [own, ...others] : [...others, own];
    const gone = list.splice(0, countEvicted(list));
    await Promise.all([...gone.map((one) => drop(keyOf(one.id))), keep(LIST, list)]);
    if (!gone.includes(own)) await keep(keyOf(id), lesson);
  };
  await changeOwned(STORE, owner, change, true);
}

/** What is painted: by id what each was painted from. @throws {DOMException} of the database. */
export async function listPrerenderedLessons(owner: OwnerKey): Promise<Map<string, string | undefined>> {
  const { data: list = [] } = z.safeParse(listSchema, await readOwned(STORE, owner, LIST));
  return new Map(list.map(({ id, source }) => [id, source]));
}

/** Reads a lesson; undefined where there is none that this version understands. @throws {DOMException} of the database. */
export async function readPrerenderedLesson(owner: OwnerKey, lessonId: string): Promise<PrerenderedLesson | undefined> {
  return z.safeParse(prerenderedLessonSchema, await readOwned(STORE, owner, keyOf(lessonId))).data;
}

/**
 * Lets go of painted lessons: all of them on a device that is full, where they are the first to go and nothing may be written.
 *
 * @returns whether there were any.
 * @throws {DOMException} of the database.
 */
export async function dropPrerenderedLessons(
  owner: OwnerKey,
  isGone: (lesson: PrerenderedList[number]) => boolean = () => true,
): Promise<boolean> {
  let hasGone = false;
  await changeOwned(STORE, owner, async ({ read, keep, drop }) => {
    const { data: list = [] } = z.safeParse(listSchema, await read(LIST));
    const gone = list.filter(isGone);
    hasGone = gone.length > 0;
    if (!hasGone) return;
    const left = list.filter((lesson) => !gone.includes(lesson));
    await Promise.all([...gone.map(({ id }) => drop(keyOf(id))), left.length > 0 ? keep(LIST, left) : drop(LIST)]);
  });
  return hasGone;
}
