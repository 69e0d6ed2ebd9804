/** The name of a queue entry: from the title stored with it, else from a cached lesson or question set. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { lessonQueries } from '@/queries/curriculum/lessons';
import { questionSetQueries } from '@/queries/curriculum/question-sets';
import type { QueuedEntry } from '@/queries/queue';

interface NameProps {
  id: string;
  /** The stored title; undefined for entries that an old version queued without one. */
  title: string | undefined;
}

function LessonName({ id, title }: NameProps) {
  const { data } = useQuery({ ...lessonQueries.detail(id), retry: false, enabled: title === undefined });
  const name = title ?? data?.title;
  return <Text fw={600}>{name === undefined ? 'レッスン' : `「${name}」`}の読了</Text>;
}

function QuestionSetName({ id, title }: NameProps) {
  const { data } = useQuery({ ...questionSetQueries.detail(id), retry: false, enabled: title === undefined });
  const name = title ?? data?.title;
  return <Text fw={600}>{name === undefined ? '問題集' : `「${name}」`}の解答</Text>;
}

export function EntryName({ entry: { call, title } }: { entry: Pick<QueuedEntry, 'call' | 'title'> }) {
  return call.kind === 'lesson-read' ? (
    <LessonName id={call.lessonId} title={title} />
  ) : (
    <QuestionSetName id={call.submit.questionSetId} title={title} />
  );
}
