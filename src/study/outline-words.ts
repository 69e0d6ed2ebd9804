/** Counts the contents of an outline, and makes the confirmation text of a deletion. */
import type { OutlineChapter, OutlineLesson, OutlineSection } from '@/api/courses';
import { TRASH_DAYS } from '@/lib/constants';

/** Counts of the things below a section or course; absent kinds are not counted. */
export interface OutlineCounts {
  sections?: number;
  chapters?: number;
  lessons?: number;
  questionSets?: number;
}

export function countLessons(lessons: readonly OutlineLesson[]): OutlineCounts {
  return {
    lessons: lessons.length,
    questionSets: lessons.reduce((sum, { questionSetCount = 0 }) => sum + questionSetCount, 0),
  };
}

export function countChapters(chapters: readonly OutlineChapter[]): OutlineCounts {
  return { chapters: chapters.length, ...countLessons(chapters.flatMap(({ lessons }) => lessons)) };
}

export function countSections(sections: readonly OutlineSection[]): OutlineCounts {
  return { sections: sections.length, ...countChapters(sections.flatMap(({ chapters }) => chapters)) };
}

/** Returns counts as text, e.g. 「セクション2件、レッスン14件」; '' for nothing. */
function describeCounts({ sections = 0, chapters = 0, lessons = 0, questionSets = 0 }: OutlineCounts): string {
  const parts = [
    [sections, 'セクション'],
    [chapters, 'チャプター'],
    [lessons, 'レッスン'],
    [questionSets, '問題集'],
  ] as const;
  return parts.flatMap(([count, name]) => (count > 0 ? [`${name}${count}件`] : [])).join('、');
}

/**
 * Returns the confirmation text of a deletion: what is deleted with it, and that learners' records are not deleted (docs/wire.md).
 *
 * @param hasTrash true if the server keeps deleted things.
 */
export function describeDeletion(name: string, counts: OutlineCounts, hasTrash: boolean): string {
  const below = describeCounts(counts);
  const loss = below === '' ? `「${name}」を削除します。` : `「${name}」と、その中の${below}を削除します。`;
  return `${loss}受講者の学習記録は残ります。${hasTrash ? `ごみ箱から${TRASH_DAYS}日間、元に戻せます。` : '元に戻せるのは8秒間だけです。'}`;
}
