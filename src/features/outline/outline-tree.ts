/** Converts the outline of a course to one list of rows, and computes where rows can move to. */
import type { OutlineChapter, OutlineLesson, OutlineSection } from '@/api/courses';
import { chaptersOf } from '@/api/outline';

/** The kinds of rows, from the outermost to the innermost. */
export const rowKinds = ['section', 'chapter', 'lesson'] as const;
export type RowKind = (typeof rowKinds)[number];

export const kindNames: Readonly<Record<RowKind, string>> = {
  section: 'セクション',
  chapter: 'チャプター',
  lesson: 'レッスン',
};

export type Sections = readonly OutlineSection[];

export interface OutlineRow {
  kind: RowKind;
  id: string;
  /** Identifies the row in the outline: a server may number sections, chapters and lessons each from 1. */
  key: string;
  title: string;
  updatedAt?: string;
  /** The indent of the row in the list, from 0. */
  level: number;
  /** The place of the row among its siblings, from 0. */
  index: number;
  sectionId: string;
  /** The id of the row's chapter; undefined for a section. */
  chapterId?: string;
  /** The row's own data, by its kind. */
  section?: OutlineSection;
  chapter?: OutlineChapter;
  lesson?: OutlineLesson;
}

/** A place in the outline. */
export interface Place {
  /** The parent at the new place: the section of a chapter, the chapter of a lesson; undefined for a section. */
  parentId?: string;
  /** The index among the siblings, from 0, counted without the moved row. */
  index: number;
}

const keyOf = (kind: RowKind, id: string) => `${kind}-${id}`;

function chapterRows(section: OutlineSection, level: number): OutlineRow[] {
  return (section.chapters ?? []).flatMap((chapter, index) => {
    const path = { sectionId: section.id, chapterId: chapter.id };
    const { id, title, updatedAt } = chapter;
    return [
      { kind: 'chapter' as const, level, id, key: keyOf('chapter', id), title, updatedAt, index, ...path, chapter },
      ...(chapter.lessons ?? []).map((lesson, place) => ({
        kind: 'lesson' as const,
        level: level + 1,
        id: lesson.id,
        key: keyOf('lesson', lesson.id),
        title: lesson.title,
        updatedAt: lesson.updatedAt,
        index: place,
        ...path,
        lesson,
      })),
    ];
  });
}

/** Returns the rows in reading order. @param sectionId for the rows below one section */
export function rowsOf(sections: Sections, sectionId?: string): OutlineRow[] {
  return sections.flatMap((section, index) => {
    const { id, title, updatedAt } = section;
    const key = keyOf('section', id);
    const own = { kind: 'section' as const, level: 0, id, key, title, updatedAt, index, sectionId: id, section };
    if (sectionId !== undefined) return id === sectionId ? chapterRows(section, 0) : [];
    return [own, ...chapterRows(section, 1)];
  });
}

/** Returns whether `row` is below `other`. */
export function isBelow(row: OutlineRow, other: OutlineRow): boolean {
  if (row.key === other.key || other.kind === 'lesson') return false;
  return other.kind === 'section' ? row.sectionId === other.id : row.chapterId === other.id;
}

function put<T>(items: readonly T[], index: number, item: T): T[] {
  return [...items.slice(0, index), item, ...items.slice(index)];
}

function putInto<T extends { id: string }>(items: readonly T[], item: T, { index }: Place): T[] {
  const others = items.filter(({ id }) => id !== item.id);
  return put(others, index, item);
}

/** Returns the outline with a row moved to another place; if that place does not exist, the row is unchanged. */
export function moveRow(sections: Sections, { kind, section, chapter, lesson, ...row }: OutlineRow, place: Place) {
  if (kind === 'section') return section ? putInto(sections, section, place) : sections;
  return sections.map((each) => {
    if (kind === 'chapter') {
      return chapter && each.id === row.sectionId
        ? { ...each, chapters: putInto(each.chapters ?? [], chapter, place) }
        : each;
    }
    const chapters = each.chapters?.map((one) => {
      const lessons = one.lessons?.filter(({ id }) => id !== lesson?.id);
      return {
        ...one,
        lessons: lesson && one.id === place.parentId ? put(lessons ?? [], place.index, lesson) : lessons,
      };
    });
    return { ...each, chapters };
  });
}

/**
 * Returns the place one step up (-1) or down (1); a lesson continues in the neighbouring chapter. Undefined if there is
 * no such place.
 */
export function stepPlace(sections: Sections, row: OutlineRow, step: -1 | 1): Place | undefined {
  const index = row.index + step;
  if (row.kind === 'section') return index >= 0 && index < sections.length ? { index } : undefined;
  const section = sections.find(({ id }) => id === row.sectionId);
  if (row.kind === 'chapter') {
    return index >= 0 && index < (section?.chapters?.length ?? 0) ? { parentId: row.sectionId, index } : undefined;
  }
  const chapters = chaptersOf(sections);
  const at = chapters.findIndex(({ id }) => id === row.chapterId);
  if (index >= 0 && index < (chapters[at]?.lessons?.length ?? 0)) return { parentId: row.chapterId, index };
  const next = chapters[at + step];
  return next?.lessons && { parentId: next.id, index: step === 1 ? 0 : next.lessons.length };
}

/**
 * Returns the place where a dragged row would be dropped; undefined where dropping is impossible, such as a lesson
 * directly below a section, or a chapter in another section, for which the API has no call.
 *
 * @param rows as shown during the drag, without the rows inside the dragged one
 */
export function dropPlace(rows: readonly OutlineRow[], from: number, to: number): Place | undefined {
  const row = rows[from];
  if (!row) return undefined;
  const others = rows.filter((each) => each !== row);
  const before = others.slice(0, to);
  const countBefore = (isSibling: (each: OutlineRow) => boolean) => before.filter(isSibling).length;
  if (row.kind === 'section') return { index: countBefore(({ kind }) => kind === 'section') };
  const last = before.at(-1);
  if (row.kind === 'chapter') {
    if (last ? last.sectionId !== row.sectionId : others.some(({ kind }) => kind === 'section')) return undefined;
    const isSibling = (each: OutlineRow) => each.kind === 'chapter' && each.sectionId === row.sectionId;
    return { parentId: row.sectionId, index: countBefore(isSibling) };
  }
  if (last?.chapterId === undefined) {
    const next = others[to];
    return next?.kind === 'chapter' ? { parentId: next.id, index: 0 } : undefined;
  }
  const parentId = last.chapterId;
  return { parentId, index: countBefore((each) => each.kind === 'lesson' && each.chapterId === parentId) };
}

/** Describes the place of a row of a kind in words, e.g. 「準備」の2番目 (second in 「準備」). */
export function describePlace(sections: Sections, kind: RowKind, { parentId, index }: Place): string {
  const parents = kind === 'chapter' ? sections : chaptersOf(sections);
  const parent = parents.find(({ id }) => id === parentId);
  return `${parent ? `「${parent.title}」の` : ''}${index + 1}番目`;
}
