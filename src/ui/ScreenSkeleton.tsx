/** The shape of a screen while it loads; it has the size of what follows, so nothing jumps. */
import { VisuallyHidden } from '@mantine/core';

import classes from './ScreenSkeleton.module.css';

export interface ScreenSkeletonProps {
  /** What follows: cards in a grid, rows of an outline, running text, or a form. */
  shape?: 'cards' | 'rows' | 'text' | 'form';
  /** How far it is, where that takes long: to be seen, and to be read out. */
  words?: { shown: string; spoken: string };
}

const partCounts = { cards: 6, rows: 8, text: 12, form: 4 };

export function ScreenSkeleton({ shape = 'rows', words }: ScreenSkeletonProps) {
  return (
    <div role="status">
      {words && (
        <p className={classes.words} aria-hidden>
          {words.shown}
        </p>
      )}
      <VisuallyHidden>{words?.spoken ?? '読み込んでいます'}</VisuallyHidden>
      <div className={classes.screen}>
        <div className={classes.title} />
        <div className={classes[shape]}>
          {Array.from({ length: partCounts[shape] }, (_, index) => (
            <i key={index} />
          ))}
        </div>
      </div>
    </div>
  );
}
