/** Words and screen paths of deleted items in the trash. */
import type { TrashItem, TrashKind } from '@/api/trash';
import { DAY_MS } from '@/lib/constants';

export const kindNames: Readonly<Record<TrashKind, string>> = {
  course: 'コース',
  section: 'セクション',
  chapter: 'チャプター',
  lesson: 'レッスン',
  'question-set': '問題集',
};

/** Returns the contents of a deleted item, such as 「レッスン2件、問題集1件」 (2 lessons, 1 question set); '' if it is empty. */
export function contentWords({ kind, lessonCount, questionSetCount }: TrashItem): string {
  return [
    kind !== 'lesson' && lessonCount > 0 && `レッスン${lessonCount}件`,
    kind !== 'question-set' && questionSetCount > 0 && `問題集${questionSetCount}件`,
  ]
    .filter(Boolean)
    .join('、');
}

/** Returns the number of days until a deleted item expires, rounded up. @param nowMs milliseconds since 1970. */
export function daysLeft({ expiresAt }: Pick<TrashItem, 'expiresAt'>, nowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - nowMs) / DAY_MS));
}

/** Returns the path of the screen that shows a restored item. */
export function pathOfRestored({
  kind,
  subjectId,
  parents,
}: Pick<TrashItem, 'kind' | 'subjectId' | 'parents'>): string {
  const parentId = parents.at(-1)?.id ?? '';
  switch (kind) {
    case 'course':
      return `/courses/${subjectId}`;
    case 'section':
      return `/sections/${subjectId}`;
    case 'chapter':
      return `/sections/${parentId}`;
    case 'lesson':
      return `/lessons/${subjectId}`;
    case 'question-set':
      return `/lessons/edit/${parentId}`;
  }
}
