/** The parts of a thing that is duplicated, and the comparison of a duplicate with its original by titles and order. */
import type { CourseDetail, OutlineChapter, OutlineLesson, OutlineSection } from '@/api/courses';
import type { Lesson } from '@/api/lessons';
import { needField } from '@/api/network/schema-mismatch';

export type DuplicateKind = 'course' | 'section' | 'chapter' | 'lesson';

/** An original or a duplicate, with everything below it in order. */
export interface Part {
  kind: DuplicateKind | 'set';
  id: string;
  title: string;
  parts: readonly Part[];
  /**
   * The number of a lesson's question sets, which outlines do not list; undefined if the server leaves it out, and for
   * other parts.
   */
  setCount?: number;
}

type Named = Pick<Part, 'id' | 'title'>;
const partOf = (kind: Part['kind'], { id, title }: Named, parts: readonly Part[] = [], setCount?: number): Part => ({
  kind,
  id,
  title,
  parts,
  setCount,
});
const lessonPart = (lesson: OutlineLesson) => partOf('lesson', lesson, [], lesson.questionSetCount);
export const chapterPart = (chapter: OutlineChapter) =>
  partOf('chapter', chapter, needField(chapter.lessons, `chapters/${chapter.id}`, 'lessons').map(lessonPart));
const sectionPart = (section: OutlineSection) =>
  partOf('section', section, needField(section.chapters, `sections/${section.id}`, 'chapters').map(chapterPart));
export const coursePart = (course: CourseDetail) =>
  partOf('course', course, needField(course.sections, `courses/${course.id}`, 'sections').map(sectionPart));

export type ReadLesson = (id: string) => Promise<Lesson>;

/** Returns the parts directly below a part. @param readLesson called for a lesson that may have question sets. */
export async function partsBelow(
  { kind, id, parts, setCount }: Part,
  readLesson: ReadLesson,
): Promise<readonly Part[]> {
  if (kind !== 'lesson' || setCount === 0) return parts;
  const { questionSets } = await readLesson(id);
  return needField(questionSets, `lessons/${id}`, 'questionSets').map((set) => partOf('set', set));
}

/** Returns the number of steps of a duplicate: one for each lesson, chapter, section or question set. */
export function countSteps({ setCount, parts }: Part): number {
  return parts.reduce((sum, part) => sum + countSteps(part), 1 + (setCount ?? 0));
}

/** Originals, each with its duplicate if there is one, and what the duplicate has beside them. */
interface Pairs {
  pairs: { original: Part; duplicate?: Part }[];
  extra: Part[];
}

/** Returns true for equal titles; servers cut the spaces around a title. */
export const hasTitle = (title: string) => (other: Pick<Part, 'title'>) => other.title.trim() === title.trim();

/**
 * Pairs originals and duplicates by title, equal titles in their order. Of too many duplicates, it takes those with the
 * most content.
 */
export function pairParts(originals: readonly Part[], duplicates: readonly Part[]): Pairs {
  const isUsed = (duplicate: Part) => {
    const isEqual = hasTitle(duplicate.title);
    const equal = duplicates.filter(isEqual).sort((one, other) => countSteps(other) - countSteps(one));
    return equal.indexOf(duplicate) < originals.filter(isEqual).length;
  };
  const rest = duplicates.filter(isUsed);
  const takeDuplicate = ({ title }: Part) => {
    const at = rest.findIndex(hasTitle(title));
    return at === -1 ? undefined : rest.splice(at, 1)[0];
  };
  return {
    extra: duplicates.filter((duplicate) => !rest.includes(duplicate)),
    pairs: originals.map((original) => ({ original, duplicate: takeDuplicate(original) })),
  };
}

/** Where a duplicate differs from its original; each list holds titles. */
export interface DuplicateDifferences {
  /** The parts that the duplicate lacks. */
  missing: string[];
  /** The parts of the duplicate that the original does not have. */
  extra: string[];
  /** The parts below which the order differs. */
  reordered: string[];
}

/**
 * Compares a duplicate with its original: titles and order of all parts.
 *
 * @param readers read the lessons of the original and of the duplicate. @throws the errors of the readers.
 */
export async function compareParts(
  original: Part,
  duplicate: Part,
  readers: { original: ReadLesson; duplicate: ReadLesson },
): Promise<DuplicateDifferences> {
  const originals = await partsBelow(original, readers.original);
  const duplicates = await partsBelow(duplicate, readers.duplicate);
  const { pairs, extra } = pairParts(originals, duplicates);
  const places = pairs.flatMap((pair) => (pair.duplicate ? [duplicates.indexOf(pair.duplicate)] : []));
  const isReordered = places.some((place, at) => place < (places[at - 1] ?? 0));
  const found: DuplicateDifferences = {
    missing: pairs.flatMap((pair) => (pair.duplicate ? [] : [pair.original.title])),
    extra: extra.map(({ title }) => title),
    reordered: isReordered ? [original.title] : [],
  };
  for (const pair of pairs) {
    if (!pair.duplicate) continue;
    const below = await compareParts(pair.original, pair.duplicate, readers);
    found.missing.push(...below.missing);
    found.extra.push(...below.extra);
    found.reordered.push(...below.reordered);
  }
  return found;
}
