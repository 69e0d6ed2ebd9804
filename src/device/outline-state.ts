/**
 * The learner's state of each lesson in a course outline: read, read mark waiting to be sent, openable now, best
 * scores.
 */
import { useOwnProgress, useWaitingLessonIds } from '@/queries/progress/progress';
import { lessonScores, readLessonIds } from '@/study/course-progress';

import { useOpenableLessons } from './openable-lessons';

/** Returns the user's own progress, and the lesson ids and scores that `Outline` shows beside the lessons. */
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
