/** 「コピーを作成」 (make a duplicate): the button that duplicates a course, section, chapter or lesson. */
import { useQuery } from '@tanstack/react-query';

import { courseQueries } from '@/queries/curriculum/courses';
import type { DuplicateKind } from '@/queries/duplicates/duplicate-parts';
import { useDuplicate } from '@/queries/duplicates/use-duplicate';
import { describeActionError } from '@/queries/save-errors';
import { DuplicateButton } from '@/ui/DuplicateButton';

export interface DuplicateThingProps {
  kind: DuplicateKind;
  id: string;
  title: string;
  /** The course into which the duplicate goes. */
  courseId: string;
  /** The section on whose screen a duplicated chapter is shown. */
  sectionId?: string;
  startsAtOnce?: boolean;
  onClosed?: () => void;
}

/** Returns the path of the screen that shows the new duplicate. */
function pathOf({ kind, sectionId = '' }: DuplicateThingProps, id: string): string {
  switch (kind) {
    case 'course':
      return `/courses/${id}`;
    case 'section':
      return `/sections/${id}`;
    case 'chapter':
      return `/sections/${sectionId}`;
    case 'lesson':
      return `/lessons/edit/${id}`;
  }
}

export function DuplicateThing(props: DuplicateThingProps) {
  const { kind, id, title, courseId, startsAtOnce, onClosed } = props;
  const { data: course } = useQuery(courseQueries.detail(courseId));
  return (
    <DuplicateButton
      duplicating={useDuplicate(kind, id)}
      title={title}
      // A duplicated course starts as a draft, so only duplicates of its parts are visible to learners at once.
      isLive={kind !== 'course' && course !== undefined && course.status !== 'draft'}
      pathOf={(duplicateId) => pathOf(props, duplicateId)}
      describeError={describeActionError}
      startsAtOnce={startsAtOnce}
      onClosed={onClosed}
    />
  );
}
