/** The lesson's headings: beside the text on wide screens, else behind a button that names the current one. */
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

import { nextFrame } from '@/lib/wait';
import { topExtra } from '@/ui/display/bar-room';
import type { OutlineHeading } from '@/ui/markdown/cut/outline';

import classes from './TableOfContents.module.css';

/**
 * A heading counts as current once it is this near to the top of the window, in px; following a link to it scrolls it
 * nearer.
 */
const READ_FROM = 150;

/** Returns the current heading; at the end of the page the last one, because it may never reach the top. */
function findCurrent(outline: readonly OutlineHeading[]): OutlineHeading | undefined {
  const { scrollTop, clientHeight, scrollHeight } = document.documentElement;
  const isAtEnd = scrollTop > 0 && scrollTop + clientHeight > scrollHeight - 2;
  const limit = isAtEnd ? clientHeight : READ_FROM;
  return outline.findLast(({ id }) => {
    const heading = document.getElementById(id);
    return heading && heading.getBoundingClientRect().top < limit;
  });
}

/**
 * Returns the current heading, measured once the page is laid out and after each scroll: measuring while rendering
 * would lay the whole lesson out in the task of the press that opened it.
 */
function useCurrentHeading(outline: readonly OutlineHeading[]): OutlineHeading | undefined {
  const [current, setCurrent] = useState<OutlineHeading>();
  useEffect(() => {
    let isGone = false;
    const update = () => {
      if (!isGone) setCurrent(findCurrent(outline));
    };
    void nextFrame().then(update);
    window.addEventListener('scroll', update, { passive: true });
    return () => {
      isGone = true;
      window.removeEventListener('scroll', update);
    };
  }, [outline]);
  return current;
}

interface ContentsListProps {
  outline: readonly OutlineHeading[];
  /** The current heading. */
  current: OutlineHeading | undefined;
}

/** The list's scroll container; it scrolls so that the current heading's link is visible. */
function ContentsList({ outline, current }: ContentsListProps) {
  const listRef = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const list = listRef.current;
    const link = list?.querySelector<HTMLElement>('[aria-current]');
    if (list && link) list.scrollTop = link.offsetTop - list.clientHeight / 2;
  }, [current]);
  return (
    <ol ref={listRef} className={`${classes.list} plain-list relative overflow-auto text-sm`}>
      {outline.map((heading) => (
        <li key={heading.id} data-depth={heading.depth}>
          <a
            href={`#${heading.id}`}
            aria-current={heading === current ? 'location' : undefined}
            onClick={({ currentTarget }) => {
              currentTarget.closest('dialog')?.close();
              // The heading gets the focus, so that Tab continues from there.
              document.getElementById(heading.id)?.setAttribute('tabindex', '-1');
            }}
          >
            {heading.text}
          </a>
        </li>
      ))}
    </ol>
  );
}

/** The table of contents; it follows scrolling and marks the current heading. */
export function TableOfContents({ outline }: Pick<ContentsListProps, 'outline'>) {
  return <Contents outline={outline} current={useCurrentHeading(outline)} />;
}

export function Contents({ outline, current }: ContentsListProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const list = <ContentsList outline={outline} current={current} />;

  function handleOpen() {
    dialogRef.current?.showModal();
    dialogRef.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
  }
  return (
    <nav className={`${classes.contents} no-print`} aria-label="目次" data-top-bar>
      <Button
        variant="default"
        ref={topExtra}
        fullWidth
        justify="start"
        className={classes.button}
        aria-haspopup="dialog"
        onClick={handleOpen}
      >
        <span className={`${classes.words} ellipsis`}>目次{current && `：${current.text}`}</span>
      </Button>
      <dialog
        ref={dialogRef}
        className={`${classes.dialog} border rounded-lg bg-surface`}
        aria-label="目次"
        closedby="any"
      >
        {list}
        <form method="dialog">
          <Button type="submit" variant="default" fullWidth>
            閉じる
          </Button>
        </form>
      </dialog>
      {list}
    </nav>
  );
}
