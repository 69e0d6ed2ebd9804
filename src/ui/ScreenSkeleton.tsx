/** The shape of a screen while it loads; it has the size of what follows, so nothing jumps. */
import { VisuallyHidden } from '@mantine/core';

import classes from './ScreenSkeleton.module.css';

export interface ScreenSkeletonProps {
  /** What follows: cards in a grid, rows of an outline, running text, or a form. */
  shape?: 'cards' | 'rows' | 'text' | 'form';
}

const partCounts = { cards: 6, rows: 8, text: 12, form: 4 };

export function ScreenSkeleton({ shape = 'rows' }: ScreenSkeletonProps) {
  return (
    <div className={classes.screen} role="status">
      <VisuallyHidden>読み込んでいます</VisuallyHidden>
      <div className={classes.title} />
      <div className={classes[shape]}>
        {Array.from({ length: partCounts[shape] }, (_, index) => (
          <i key={index} />
        ))}
      </div>
    </div>
  );
}
