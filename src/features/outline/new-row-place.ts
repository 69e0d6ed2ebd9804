/** Computes where a new row of the outline goes, from the row after which it was opened and from its level. */
import { type OutlineRow, type Place, type RowKind, rowsOf, type Sections } from './outline-tree';

/** The section, chapter and lesson after which a new row is placed, each with its index among its siblings. */
export interface Anchor {
  section?: { id: string; index: number };
  chapter?: { id: string; index: number };
  lesson?: { index: number };
}

/**
 * Returns the anchor for a new row directly after an existing one.
 *
 * @param rows must include the row's section and chapter
 */
export function anchorAfter(rows: readonly OutlineRow[], row: OutlineRow): Anchor {
  const indexOf = (kind: RowKind, id: string) => rows.find((each) => each.kind === kind && each.id === id)?.index ?? 0;
  const { kind, sectionId, chapterId, index } = row;
  return {
    section: { id: sectionId, index: indexOf('section', sectionId) },
    ...(chapterId !== undefined && { chapter: { id: chapterId, index: indexOf('chapter', chapterId) } }),
    ...(kind === 'lesson' && { lesson: { index } }),
  };
}

/** Returns the anchor for the next new row, directly after a row that was just created. */
export function anchorOfMade(anchor: Anchor, kind: RowKind, made: { id: string }): Anchor {
  const own = { id: made.id, index: placeAt(anchor, kind).index };
  if (kind === 'section') return { section: own };
  if (kind === 'chapter') return { section: anchor.section, chapter: own };
  return { section: anchor.section, chapter: anchor.chapter, lesson: own };
}

/** Returns the anchor at the end of the outline, or of one of its sections. */
export function anchorAtEnd(sections: Sections, sectionId?: string): Anchor {
  const index = sectionId === undefined ? sections.length - 1 : sections.findIndex(({ id }) => id === sectionId);
  const section = sections[index];
  if (!section) return {};
  const { chapters = [] } = section;
  const chapter = chapters.at(-1);
  const lessonCount = chapter?.lessons?.length ?? 0;
  return {
    section: { id: section.id, index },
    ...(chapter && { chapter: { id: chapter.id, index: chapters.length - 1 } }),
    ...(lessonCount > 0 && { lesson: { index: lessonCount - 1 } }),
  };
}

/**
 * Returns the levels that a new row may have, the innermost last.
 *
 * @param isInSection true on the screen of one section
 */
export function kindsAt({ section, chapter }: Anchor, isInSection: boolean): RowKind[] {
  return [
    ...(isInSection ? [] : ['section' as const]),
    ...(section ? ['chapter' as const] : []),
    ...(chapter ? ['lesson' as const] : []),
  ];
}

/** Returns the parent and index of a new row; the level is one of `kindsAt`. */
export function placeAt({ section, chapter, lesson }: Anchor, kind: RowKind): Place {
  if (kind === 'section') return { index: (section?.index ?? -1) + 1 };
  if (kind === 'chapter') return { parentId: section?.id, index: (chapter?.index ?? -1) + 1 };
  return { parentId: chapter?.id, index: (lesson?.index ?? -1) + 1 };
}

/** Returns the row, or, if its parent no longer exists, a place for it at the end of the outline. */
export function placeAgain<Row extends { anchor: Anchor; kind: RowKind }>(
  row: Row,
  sections: Sections,
  sectionId?: string,
): Row {
  const { parentId } = placeAt(row.anchor, row.kind);
  const parentKind = row.kind === 'chapter' ? 'section' : 'chapter';
  const isParent = ({ kind, id }: OutlineRow) => kind === parentKind && id === parentId;
  if (row.kind === 'section' || rowsOf(sections).some(isParent)) return row;
  const anchor = anchorAtEnd(sections, sectionId);
  const kinds = kindsAt(anchor, sectionId !== undefined);
  return { ...row, anchor, kind: kinds.includes(row.kind) ? row.kind : (kinds.at(-1) ?? row.kind) };
}

/** Returns the number of shown rows above a new row, even if its parent is not shown yet. */
export function rowsAbove(rows: readonly OutlineRow[], anchor: Anchor, kind: RowKind): number {
  const { parentId, index } = placeAt(anchor, kind);
  if (kind === 'section') {
    const next = rows.filter((row) => row.kind === kind)[index];
    return next ? rows.indexOf(next) : rows.length;
  }
  const isInside = (row: OutlineRow) => (kind === 'chapter' ? row.sectionId : row.chapterId) === parentId;
  const lastAt = rows.findLastIndex(isInside);
  if (lastAt === -1) return rowsAbove(rows, anchor, kind === 'lesson' ? 'chapter' : 'section');
  const next = rows.filter((row) => row.kind === kind && isInside(row))[index];
  return next ? rows.indexOf(next) : lastAt + 1;
}
