/** The bar with 前へ and 次へ, at the bottom of the window, or at the end of the part that contains it. */
import { Button } from '@mantine/core';

import classes from './FlowFooter.module.css';

export interface FlowFooterProps {
  previousLabel?: string;
  /** The key of the button in words; '' where no key does the same. */
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
      className={classes.bar}
      data-embedded={isEmbedded || undefined}
      data-bottom-bar={isEmbedded ? undefined : true}
      role="group"
      aria-label="問題の操作"
    >
      <div className={classes.buttons}>
        <Button
          variant="default"
          disabled={!onPrevious || isWorking}
          onClick={onPrevious}
          aria-keyshortcuts={previousKey || undefined}
        >
          {previousLabel}
        </Button>
        <Button disabled={!onNext} onClick={onNext} loading={isWorking} aria-keyshortcuts="ArrowRight">
          {nextLabel}
        </Button>
      </div>
    </div>
  );
}
