/** The buttons above a lesson's text: read aloud, display settings, find, share, print. */
import { ActionIcon, Group } from '@mantine/core';
import { startTransition, Suspense, useRef, useState } from 'react';

import { IconPrinter, IconSearch, IconShare } from '@/ui/icons';
import { CODE_MISSING, lazyAsked } from '@/ui/lazy-asked';
import { showToast } from '@/ui/toast';

import { DisplayButton } from './DisplayButton';
import { LessonVoiceButton } from './LessonVoiceButton';
import type { SpokenLesson } from './voice/LessonVoice';

import classes from './LessonShare.module.css';

/** The code for sharing is loaded on the first press, like the find bar. */
const share = () => import('./share');
const LessonFind = lazyAsked(() => import('./find/LessonFind').then((module) => module.LessonFind));
const sayMissing = () => showToast('error', CODE_MISSING);

/** @param props.find the search query whose matches are highlighted in the lesson when it opens */
export function LessonShare({ lesson, find }: { lesson: SpokenLesson; find: string | undefined }) {
  const [isFinding, setFinding] = useState(find !== undefined);
  const findButton = useRef<HTMLButtonElement>(null);
  const closeFind = () => {
    setFinding(false);
    findButton.current?.focus();
  };
  return (
    <Group gap={0} justify="flex-end" className={classes.buttons}>
      {lesson.contentId !== undefined && <LessonVoiceButton lesson={lesson} />}
      <DisplayButton />
      <ActionIcon
        ref={findButton}
        aria-label="このレッスン内をさがす"
        color="gray"
        onClick={() => startTransition(() => setFinding(!isFinding))}
      >
        <IconSearch size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label="このレッスンを共有"
        color="gray"
        onClick={() => void share().then(({ shareLesson }) => shareLesson(lesson), sayMissing)}
      >
        <IconShare size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label="このレッスンを印刷"
        color="gray"
        onClick={() => void share().then(({ printLesson }) => printLesson(), sayMissing)}
      >
        <IconPrinter size={20} aria-hidden />
      </ActionIcon>
      <Suspense>{isFinding && <LessonFind initial={find ?? ''} onClose={closeFind} onMissing={closeFind} />}</Suspense>
    </Group>
  );
}
