/** The five kinds of things that can be deleted: from courses down to question sets. */
import { chapters, courses, lessons, questionSets, sections } from '@server/db/schema';

import type { TrashKind } from '@/api/trash';

const kinds: readonly TrashKind[] = ['course', 'section', 'chapter', 'lesson', 'question-set'];

export const tableOf = {
  course: courses,
  section: sections,
  chapter: chapters,
  lesson: lessons,
  'question-set': questionSets,
} as const;

/** The database column with the id of the parent. */
export const parentColumnOf = {
  section: sections.courseId,
  chapter: chapters.sectionId,
  lesson: lessons.chapterId,
  'question-set': questionSets.lessonId,
} as const;

/** The kind's name in Japanese. */
export const nameOf: Readonly<Record<TrashKind, string>> = {
  course: 'コース',
  section: 'セクション',
  chapter: 'チャプター',
  lesson: 'レッスン',
  'question-set': '問題集',
};

/** Returns the kind of a thing's parent; undefined for a course. */
export function parentKindOf(kind: TrashKind): Exclude<TrashKind, 'question-set'> | undefined {
  return kinds[kinds.indexOf(kind) - 1] as Exclude<TrashKind, 'question-set'> | undefined;
}
