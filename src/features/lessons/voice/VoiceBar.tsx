/** The bar of the read-aloud player, above the lesson's own bar. */
import { CloseButton, Portal } from '@mantine/core';
import type { ReactNode } from 'react';

import { voiceBar } from '@/ui/bar-room';

import classes from './LessonVoice.module.css';

/** Places the player's bar beside the menu, above the lesson's bar unless that scrolls with the page, and publishes its height. */
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
