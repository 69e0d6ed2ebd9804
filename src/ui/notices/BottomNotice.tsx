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
    <section ref={bottomNotice} className={`${classes.notice} no-print`} aria-label={title} data-bottom-notice>
      <div role="status">
        <p className="m-0 bold">{title}</p>
        <p className={`${classes.text} m-2-0-0 c-muted text-sm`}>{children}</p>
      </div>
      <div className={`${classes.actions} flex wrap gap-8`}>
        {action}
        <Button variant="default" onClick={onLater}>
          あとで
        </Button>
      </div>
    </section>
  );
}
