/** 「コピーを作成」 (make a copy): the button that copies a course, section, chapter or lesson. */
import { useQuery } from '@tanstack/react-query';

import type { CopyKind } from '@/queries/copies/copy-parts';
import { useCopy } from '@/queries/copies/use-copy';
import { courseQueries } from '@/queries/curriculum/courses';
import { describeActionError } from '@/queries/save-errors';
import { CopyButton } from '@/ui/CopyButton';

export interface CopyThingProps {
  kind: CopyKind;
  id: string;
  title: string;
  /** The course into which the copy goes. */
  courseId: string;
  /** The section on whose screen a copied chapter is shown. */
  sectionId?: string;
  startsAtOnce?: boolean;
  onClosed?: () => void;
}

/** Returns the path of the screen that shows the new copy. */
function pathOf({ kind, sectionId = '' }: CopyThingProps, id: string): string {
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

export function CopyThing(props: CopyThingProps) {
  const { kind, id, title, courseId, startsAtOnce, onClosed } = props;
  const { data: course } = useQuery(courseQueries.detail(courseId));
  return (
    <CopyButton
      copying={useCopy(kind, id)}
      title={title}
      // A copied course starts as a draft, so only copies of its parts are visible to learners at once.
      isLive={kind !== 'course' && course !== undefined && course.status !== 'draft'}
      pathOf={(copyId) => pathOf(props, copyId)}
      describeError={describeActionError}
      startsAtOnce={startsAtOnce}
      onClosed={onClosed}
    />
  );
}
