/** Lists all of the user's own submits of one question set, from servers that tell them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { useCapability } from '@/queries/capabilities';
import { useMe } from '@/queries/me';
import { useOwner, useRecordedCalls } from '@/queries/queue';
import { type RecordRow, studyRecord } from '@/study/record-rows';

import { progressQueries, useOwnProgress } from './progress';
import { recordQuery, restoreRecord } from './study-record';

/** A past submit: `isBest` marks the best score as the server counts it. */
export type Try = RecordRow & { isBest: boolean };

/** Returns true if this server's submits of a set can be listed now, without waiting or an error. */
export function useHasSubmitHistory(): boolean {
  const hasSubmitHistory = useCapability('submit-history');
  const { data } = useQuery({ ...progressQueries.detail(useMe().id), throwOnError: false });
  return hasSubmitHistory && data !== undefined;
}

/**
 * Returns the submits of a question set, newest first, with those that wait on this device. They come from the course's
 * study record, offline from the device's copy of it. To be called only where {@link useHasSubmitHistory} is true.
 */
export function useOwnTries(questionSetId: string): Try[] {
  const [me, owner, client] = [useMe(), useOwner(), useQueryClient()];
  const own = useOwnProgress();
  const entries = useRecordedCalls();
  const hasSet = ({ questionSets = [] }: { questionSets?: readonly { questionSetId: string }[] | undefined }) =>
    questionSets.some((set) => set.questionSetId === questionSetId);
  const course = own.courses.find(hasSet);
  const courseId = course?.courseId;
  useEffect(() => {
    if (courseId !== undefined) void restoreRecord(client, me.id, owner, courseId);
  }, [client, me.id, owner, courseId]);
  const { data: known = [] } = useQuery({
    ...recordQuery(me.id, courseId ?? '', owner),
    enabled: courseId !== undefined,
    throwOnError: false,
  });
  const { data: server } = useQuery({ ...progressQueries.detail(me.id), throwOnError: false });
  const [record] = studyRecord({
    progress: {
      ...own,
      courses: course ? [{ ...course, readLessons: [] }] : [],
      unplacedReads: [],
      unplacedQuestionSets: course ? [] : own.unplacedQuestionSets,
    },
    serverSets: new Map(
      server?.courses.flatMap(({ questionSets = [] }) => questionSets).map((set) => [set.questionSetId, set]),
    ),
    known: new Map(known.map((one) => [one.courseId, one])),
    entries,
    // No lesson reads are listed.
    isDatedOnArrival: false,
  });
  const best = record?.sets.find(({ id }) => id === questionSetId)?.best;
  const isBest = ({ result }: RecordRow) =>
    result !== undefined && result.score === best?.score && result.maxScore === best.maxScore;
  return (record?.rows ?? [])
    .filter(({ subjectId }) => subjectId === questionSetId)
    .map((row) => ({ ...row, isBest: isBest(row) }))
    .reverse();
}
