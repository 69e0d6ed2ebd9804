/** The skeleton of a loading screen, in the size of its content, to avoid layout shift. */
import { VisuallyHidden } from '@mantine/core';

import classes from './ScreenSkeleton.module.css';

export interface ScreenSkeletonProps {
  /** The kind of content to come: cards in a grid, rows of a list, running text, or a form. */
  shape?: 'cards' | 'rows' | 'text' | 'form';
  /** The progress of a slow download, as shown and as read by screen readers. */
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
