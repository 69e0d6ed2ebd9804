/** A calm card at the bottom of the window: says one thing, offers one step, and can be put off. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { bottomNotice } from '@/ui/display/bar-room';

import classes from './BottomNotice.module.css';

export interface BottomNoticeProps {
  title: string;
  children: ReactNode;
  /** The step that the card offers: a button or a link. */
  action: ReactNode;
  onLater: () => void;
}

export function BottomNotice({ title, children, action, onLater }: BottomNoticeProps) {
  return (
    <section ref={bottomNotice} className={classes.notice} aria-label={title} data-bottom-notice>
      <div role="status">
        <p className={classes.title}>{title}</p>
        <p className={classes.text}>{children}</p>
      </div>
      <div className={classes.actions}>
        {action}
        <Button variant="default" onClick={onLater}>
          あとで
        </Button>
      </div>
    </section>
  );
}
