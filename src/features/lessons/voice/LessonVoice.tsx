/** Reads a lesson aloud with a Japanese voice of the device. */
import { useHotkeys } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';

import type { Lesson } from '@/api/lessons';
import { unlessTaken } from '@/features/lessons/lesson-keys';
import { contentQueries } from '@/queries/contents';

import { usePageRuns } from './use-page-runs';
import { useReading } from './use-reading';
import { VoiceBar } from './VoiceBar';
import { VoiceHelp } from './VoiceHelp';
import { VoicePlayer } from './VoicePlayer';
import { useVoices } from './voices';

import classes from './LessonVoice.module.css';

export type SpokenLesson = Pick<Lesson, 'id' | 'title' | 'contentId'>;

interface LessonReaderProps {
  lesson: SpokenLesson;
  contentId: string;
  voices: readonly SpeechSynthesisVoice[];
}

function LessonReader({ lesson, contentId, voices }: LessonReaderProps) {
  // No refetch on mount, because the lesson's screen keeps the text up to date.
  const { data: written } = useSuspenseQuery({ ...contentQueries.markdown(contentId), refetchOnMount: false });
  const readRuns = usePageRuns();
  const reading = useReading(lesson, written, { voices, readRuns });
  if (reading === 'failed') return <Words>この本文は読み上げられません。</Words>;
  if (!reading) return <Words>準備しています…</Words>;
  return <VoicePlayer reading={reading} voices={voices} readRuns={readRuns} />;
}

function Words({ children }: { children: string }) {
  return (
    <p className={classes.words} role="status">
      {children}
    </p>
  );
}

function Content({ lesson }: { lesson: SpokenLesson }) {
  const voices = useVoices();
  if (!voices) return <Words>日本語の声をさがしています…</Words>;
  if (voices.length === 0) return <VoiceHelp />;
  const { contentId } = lesson;
  if (contentId === undefined) return <Words>読み上げる本文がありません。</Words>;
  return <LessonReader lesson={lesson} contentId={contentId} voices={voices} />;
}

export function LessonVoice({ lesson, onClose }: { lesson: SpokenLesson; onClose: () => void }) {
  useHotkeys([['Escape', unlessTaken(onClose)]]);
  return (
    <VoiceBar onClose={onClose}>
      <Content lesson={lesson} />
    </VoiceBar>
  );
}
