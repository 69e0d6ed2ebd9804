/** Passes a lesson on: its link to somebody else, its text to paper. */
import { ActionIcon, Group } from '@mantine/core';

import { browser } from '@/storage/browser';
import { IconPrinter, IconShare } from '@/ui/icons';
import { showToast } from '@/ui/toast';

import classes from './LessonShare.module.css';

interface Shared {
  id: string;
  title: string;
}

async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    await showToast('success', 'リンクをコピーしました');
  } catch {
    await showToast('error', 'リンクをコピーできませんでした。アドレス欄からコピーしてください。');
  }
}

/** Shares a lesson's link by the device's own means; where it has none, the link is copied. */
async function shareLesson({ id, title }: Shared): Promise<void> {
  const url = new URL(`/lessons/${id}`, globalThis.location.href).href;
  const { navigator } = browser;
  if (!navigator?.share) return copyLink(url);
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // The person changed their mind.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(url);
  }
}

/** Prints once the pictures are there: those further down may not have been asked for yet. */
async function printLesson(): Promise<void> {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('article img')];
  await Promise.allSettled(pictures.filter(({ src }) => src !== '').map((picture) => picture.decode()));
  window.print();
}

export function LessonShare({ lesson }: { lesson: Shared }) {
  return (
    <Group gap={0} wrap="nowrap" className={classes.buttons}>
      <ActionIcon aria-label="このレッスンを共有" color="gray" onClick={() => void shareLesson(lesson)}>
        <IconShare size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label="このレッスンを印刷" color="gray" onClick={() => void printLesson()}>
        <IconPrinter size={20} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
