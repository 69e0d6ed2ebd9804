/** What a call is about, in words: the lesson's or question set's title, where the device knows it. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { lessonQueries } from '@/queries/lessons';
import { questionSetQueries } from '@/queries/question-sets';
import type { QueuedCall } from '@/queries/queue';

function LessonName({ lessonId }: { lessonId: string }) {
  const { data } = useQuery({ ...lessonQueries.detail(lessonId), retry: false });
  return <Text fw={600}>「{data?.title ?? 'レッスン'}」の読了</Text>;
}

function QuestionSetName({ questionSetId }: { questionSetId: string }) {
  const { data } = useQuery({ ...questionSetQueries.detail(questionSetId), retry: false });
  return <Text fw={600}>「{data?.title ?? '問題'}」の解答</Text>;
}

export function EntryName({ call }: { call: QueuedCall }) {
  return call.kind === 'lesson-read' ? (
    <LessonName lessonId={call.lessonId} />
  ) : (
    <QuestionSetName questionSetId={call.submit.questionSetId} />
  );
}
