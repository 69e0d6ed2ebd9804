/** The buttons above a lesson's text: read aloud, display settings, find, share, print. */
import { ActionIcon, Group, Button } from '@mantine/core';
import { startTransition, Suspense, useRef, useState } from 'react';
import IconPrinter from '~icons/printer';
import IconSearch from '~icons/search';
import IconShare2 from '~icons/share-2';
import IconVolume from '~icons/volume';

import { useReturnFocus } from '@/ui/keys/use-return-focus';
import { CODE_MISSING, lazyAsked } from '@/ui/lazy-asked';
import { showToast } from '@/ui/notices/toast';

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
    <Group gap={0} justify="flex-end" className="no-print">
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
        <IconShare2 size={20} aria-hidden />
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

const DisplayPanel = lazyAsked(() => import('@/ui/display/DisplayPanel').then((module) => module.DisplayPanel));

/** The button あ: opens the display settings over a lesson's text. */
function DisplayButton() {
  const [isOpen, setOpen] = useState(false);
  useReturnFocus(isOpen);
  const close = () => setOpen(false);
  return (
    <>
      <ActionIcon
        aria-label="このレッスンの表示設定"
        aria-haspopup="dialog"
        color="gray"
        onClick={() => startTransition(() => setOpen(true))}
      >
        <span aria-hidden className="text-2xl semibold leading-100">
          あ
        </span>
      </ActionIcon>
      <Suspense>{isOpen && <DisplayPanel isOverText onClose={close} onMissing={close} />}</Suspense>
    </>
  );
}

const LessonVoice = lazyAsked(() => import('./voice/LessonVoice').then((module) => module.LessonVoice));

/**
 * Speaks an empty text within the press: Safari lets a page speak later only if it spoke during a press, and the
 * player's code may load too late for that.
 */
function unlockVoice(): void {
  if ('speechSynthesis' in globalThis) speechSynthesis.speak(new SpeechSynthesisUtterance(''));
}

/** The button 読み上げ (read aloud): opens the player, whose code is loaded at the first press. */
function LessonVoiceButton({ lesson }: { lesson: SpokenLesson }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const handleClick = () => {
    if (!isOpen) unlockVoice();
    startTransition(() => setOpen(!isOpen));
  };
  return (
    <>
      <Button
        ref={button}
        variant="subtle"
        color="gray"
        size="sm"
        className={classes.button}
        leftSection={<IconVolume size={20} aria-hidden />}
        aria-expanded={isOpen}
        onClick={handleClick}
      >
        読み上げ
      </Button>
      <Suspense>{isOpen && <LessonVoice lesson={lesson} onClose={close} onMissing={close} />}</Suspense>
    </>
  );
}
