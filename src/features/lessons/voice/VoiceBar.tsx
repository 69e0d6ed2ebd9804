/** The bar of the read-aloud player, above the lesson's own bar. */
import { CloseButton, Portal } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './LessonVoice.module.css';

/**
 * Places the player's bar above the lesson's bar, with the same width, and publishes its height in CSS, so that page, toasts and cards
 * do not overlap it.
 */
function placeAboveFooter(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const footer = document.querySelector<HTMLElement>('[data-bottom-bar]');
  const observer = new ResizeObserver(() => {
    bar.style.setProperty('bottom', `${footer?.offsetHeight ?? 0}px`);
    bar.style.setProperty('--side-width', `${footer?.getBoundingClientRect().left ?? 0}px`);
    style.setProperty('--voice-room', `${bar.offsetHeight}px`);
  });
  observer.observe(bar);
  if (footer) observer.observe(footer);
  return () => {
    observer.disconnect();
    style.removeProperty('--voice-room');
  };
}

export interface VoiceBarProps {
  children: ReactNode;
  onClose: () => void;
}

export function VoiceBar({ children, onClose }: VoiceBarProps) {
  return (
    <Portal>
      <section ref={placeAboveFooter} className={classes.bar} aria-label="読み上げ" data-lesson-voice>
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
