/** Counts the contents of an outline, and makes the confirmation text of a deletion. */
import type { OutlineChapter, OutlineLesson, OutlineSection } from '@/api/courses';
import { allLessonsOf, chaptersOf } from '@/api/outline';
import { TRASH_DAYS } from '@/lib/constants';

/** Counts of the things below a section or course; absent kinds are not counted, or unknown. */
export interface OutlineCounts {
  sections?: number;
  chapters?: number;
  lessons?: number;
  questionSets?: number;
}

export function countLessons(lessons: readonly OutlineLesson[] | undefined): OutlineCounts {
  const counts = lessons?.flatMap(({ questionSetCount }) => questionSetCount ?? []);
  return {
    lessons: lessons?.length,
    questionSets: counts?.length === lessons?.length ? counts?.reduce((sum, count) => sum + count, 0) : undefined,
  };
}

export function countChapters(chapters: readonly OutlineChapter[] | undefined): OutlineCounts {
  return { chapters: chapters?.length, ...countLessons(allLessonsOf([{ chapters }])) };
}

export function countSections(sections: readonly OutlineSection[] | undefined): OutlineCounts {
  const isWhole = sections?.every(({ chapters }) => chapters);
  return { sections: sections?.length, ...countChapters(isWhole ? chaptersOf(sections) : undefined) };
}

/** Returns counts as text, e.g. 「セクション2件、レッスン14件」; '' for nothing, and 「すべて」 if no count is known. */
function describeCounts(counts: OutlineCounts): string {
  if (Object.values(counts).every((count) => count === undefined)) return 'すべて';
  const { sections = 0, chapters = 0, lessons = 0, questionSets = 0 } = counts;
  const parts = [
    [sections, 'セクション'],
    [chapters, 'チャプター'],
    [lessons, 'レッスン'],
    [questionSets, '問題集'],
  ] as const;
  return parts.flatMap(([count, name]) => (count > 0 ? [`${name}${count}件`] : [])).join('、');
}

/**
 * Returns the confirmation text of a deletion: what is deleted with it, and that learners' records are not deleted
 * (docs/wire.md).
 *
 * @param hasTrash true if the server keeps deleted things.
 */
export function describeDeletion(name: string, counts: OutlineCounts, hasTrash: boolean): string {
  const below = describeCounts(counts);
  const loss = below === '' ? `「${name}」を削除します。` : `「${name}」と、その中の${below}を削除します。`;
  return `${loss}受講者の学習記録は残ります。${hasTrash ? `ごみ箱から${TRASH_DAYS}日間、元に戻せます。` : '元に戻せるのは8秒間だけです。'}`;
}
