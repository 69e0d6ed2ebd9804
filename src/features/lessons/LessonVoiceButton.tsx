/** The button 読み上げ (read aloud): opens the player, whose code is loaded at the first press. */
import { Button } from '@mantine/core';
import { startTransition, Suspense, useRef, useState } from 'react';

import { IconVolume } from '@/ui/icons';
import { lazyAsked } from '@/ui/lazy-asked';

import type { SpokenLesson } from './voice/LessonVoice';

import classes from './LessonVoiceButton.module.css';

const LessonVoice = lazyAsked(() => import('./voice/LessonVoice').then((module) => module.LessonVoice));

/**
 * Speaks an empty text within the press: Safari lets a page speak later only if it spoke during a press, and the player's code may load
 * too late for that.
 */
function unlockVoice(): void {
  if ('speechSynthesis' in globalThis) speechSynthesis.speak(new SpeechSynthesisUtterance(''));
}

export function LessonVoiceButton({ lesson }: { lesson: SpokenLesson }) {
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
