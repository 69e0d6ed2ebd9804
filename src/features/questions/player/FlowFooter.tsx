/** The bar with 前へ (previous) and 次へ (next), at the bottom of the window or of the container. */
import { Button } from '@mantine/core';

import { bottomBar } from '@/ui/display/bar-room';
import { useKeyHint } from '@/ui/display/display-settings';

import classes from './FlowFooter.module.css';

export interface FlowFooterProps {
  previousLabel?: string;
  /** The keyboard shortcut of the button in words; '' if there is none. */
  previousKey?: string;
  /** Goes to the previous question; undefined if there is none. */
  onPrevious: (() => void) | undefined;
  nextLabel: string;
  /** Goes to the next question; undefined if there is none. */
  onNext: (() => void) | undefined;
  isWorking?: boolean;
  isEmbedded?: boolean;
}

export function FlowFooter({
  previousLabel = '前へ',
  previousKey = 'ArrowLeft',
  onPrevious,
  nextLabel,
  onNext,
  isWorking,
  isEmbedded,
}: FlowFooterProps) {
  return (
    <div
      ref={isEmbedded ? undefined : bottomBar}
      className={`bottom-bar ${isEmbedded ? classes.embedded : ''} no-print`}
      data-bottom-bar={isEmbedded ? undefined : true}
      role="group"
      aria-label="問題の操作"
    >
      <div className={`${classes.buttons} grid gap-8 max-w-720 mx-auto`}>
        <Button
          variant="default"
          disabled={!onPrevious || isWorking}
          onClick={onPrevious}
          aria-keyshortcuts={useKeyHint(previousKey || undefined)}
        >
          {previousLabel}
        </Button>
        <Button disabled={!onNext} onClick={onNext} loading={isWorking} aria-keyshortcuts={useKeyHint('ArrowRight')}>
          {nextLabel}
        </Button>
      </div>
    </div>
  );
}
