/** The button あ: opens the display settings over a lesson's text. */
import { ActionIcon } from '@mantine/core';
import { startTransition, Suspense, useState } from 'react';

import { lazyAsked } from '@/ui/lazy-asked';
import { useReturnFocus } from '@/ui/use-return-focus';

import classes from './LessonShare.module.css';

const DisplayPanel = lazyAsked(() => import('@/ui/DisplayPanel').then((module) => module.DisplayPanel));

export function DisplayButton() {
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
        <span aria-hidden className={classes.kana}>
          あ
        </span>
      </ActionIcon>
      <Suspense>{isOpen && <DisplayPanel isOverText onClose={close} onMissing={close} />}</Suspense>
    </>
  );
}
