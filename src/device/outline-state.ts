/** The learner's state of the lessons in an outline: read, waiting to be sent, openable now, and best scores. */
import { useOwnProgress, useWaitingLessonIds } from '@/queries/progress';
import { lessonScores, readLessonIds } from '@/study/course-progress';

import { useOpenableLessons } from './openable-lessons';

/** Returns the user's own progress, and the sets and scores that `Outline` marks its lessons with. */
export function useOutlineState() {
  const progress = useOwnProgress();
  const marks = {
    readLessonIds: readLessonIds(progress),
    waitingLessonIds: useWaitingLessonIds(),
    openableLessonIds: useOpenableLessons(),
    lessonScores: lessonScores(progress),
  };
  return { progress, marks };
}
