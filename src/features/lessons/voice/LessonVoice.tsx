/** Reads a lesson aloud with a Japanese voice of the device. */
import { CloseButton, Portal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { Lesson } from '@/api/lessons';
import { readInstallPlatform } from '@/device/install-platform';
import { unlessTaken } from '@/features/lessons/lesson-keys';
import { contentQueries } from '@/queries/files/contents';
import { voiceBar } from '@/ui/display/bar-room';

import { usePageRuns } from './use-page-runs';
import { useReading } from './use-reading';
import { VoicePlayer } from './VoicePlayer';
import { synthesis, useVoices } from './voices';

import classes from './LessonVoice.module.css';

type System = 'ios' | 'android' | 'windows' | 'mac' | 'other';

const steps = {
  ios: '「設定」→「アクセシビリティ」→「読み上げコンテンツ」→「声」→「日本語」で、声をダウンロードします。',
  android:
    '「設定」→「ユーザー補助」→「テキスト読み上げ」で、音声エンジンの設定から「音声データをインストール」→「日本語」を選びます。',
  windows: '「設定」→「時刻と言語」→「音声認識」→「音声を追加」で「日本語」を追加し、ブラウザーを開き直します。',
  mac: '「システム設定」→「アクセシビリティ」→「読み上げコンテンツ」→「システムの声」→「声を管理」で、「日本語」の声を追加します。',
  other: '端末の設定で、読み上げ（音声合成）の日本語の声を追加します。',
} satisfies Record<System, string>;

/** Returns the device's operating system. */
export function readSystem(traits: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): System {
  const platform = readInstallPlatform(traits);
  if (platform === 'ios') return 'ios';
  if (/Android/.test(traits.userAgent)) return 'android';
  if (/Windows/.test(traits.userAgent)) return 'windows';
  return /Macintosh/.test(traits.userAgent) ? 'mac' : 'other';
}

function VoiceHelp() {
  if (!synthesis())
    return (
      <p className={classes.words} role="status">
        このブラウザーには読み上げの機能がありません。ほかのブラウザーでお試しください。
      </p>
    );
  return (
    <div className={classes.words} role="status">
      <p className={classes.title}>この端末に日本語の声がありません</p>
      <p>{steps[readSystem(navigator)]}</p>
      <p className={classes.small}>端末の声だけを使うため、電波がなくても使え、本文は外へ送られません。</p>
    </div>
  );
}

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

// The bar of the read-aloud player, above the lesson's own bar.

/**
 * Places the player's bar beside the menu, above the lesson's bar unless that scrolls with the page, and publishes its
 * height.
 */
function placeAboveFooter(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const unpublish = voiceBar(bar);
  const main = document.getElementById('main');
  const footer = document.querySelector<HTMLElement>('[data-bottom-bar]');
  const observer = new ResizeObserver(() => {
    const isFixed = footer && getComputedStyle(footer).position === 'fixed';
    bar.style.setProperty('bottom', `${isFixed ? footer.offsetHeight : 0}px`);
    bar.style.setProperty('--side-width', `${main?.getBoundingClientRect().left ?? 0}px`);
  });
  for (const each of [footer, main]) if (each) observer.observe(each);
  return () => {
    observer.disconnect();
    unpublish?.();
  };
}

interface VoiceBarProps {
  children: ReactNode;
  onClose: () => void;
}

function VoiceBar({ children, onClose }: VoiceBarProps) {
  return (
    <Portal>
      <section ref={placeAboveFooter} className={`${classes.bar} no-print`} aria-label="読み上げ" data-lesson-voice>
        {children}
        <CloseButton
          size={44}
          iconSize={20}
          className={classes.close}
          aria-label="読み上げを閉じる"
          onClick={onClose}
        />
      </section>
    </Portal>
  );
}
