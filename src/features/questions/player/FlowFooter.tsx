/** The bar with 前へ and 次へ, at the foot of the window, or at the end of what it belongs to. */
import { Button } from '@mantine/core';

import classes from './FlowFooter.module.css';

export interface FlowFooterProps {
  previousLabel?: string;
  /** '' where no key does the same. */
  previousKey?: string;
  /** Undefined where there is nothing before. */
  onPrevious: (() => void) | undefined;
  nextLabel: string;
  /** Undefined where there is nothing after. */
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
