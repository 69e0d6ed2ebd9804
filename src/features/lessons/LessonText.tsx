/** A lesson's text with its table of contents and the offer to return to the last reading position. */
import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState, type RefObject, useEffect, useRef } from 'react';

import type { CourseDetail } from '@/api/courses';
import { readReadingPosition, saveReadingPosition } from '@/device/reading-positions';
import { contentQueries, useImageUrl } from '@/queries/files/contents';
import { readBreaks, withoutPreamble } from '@/ui/markdown/cut/documents';
import { useOutline } from '@/ui/markdown/cut/outline';
import type { MarkdownImageProps } from '@/ui/markdown/Markdown';
import { Picture } from '@/ui/Picture';

import { LessonColumns, NoText } from './LessonArticle';
import { TableOfContents } from './TableOfContents';

import classes from './LessonText.module.css';

function LessonImage({ source, ...picture }: MarkdownImageProps) {
  return <Picture {...picture} {...useImageUrl(source)} />;
}

export interface LessonTextProps {
  lessonId: string;
  title: string;
  /** The lesson's markdown file. */
  contentId: string;
  course: CourseDetail;
}

export function LessonText({ lessonId, title, contentId, course }: LessonTextProps) {
  const { data: written } = useSuspenseQuery(contentQueries.markdown(contentId));
  const text = useMemo(() => withoutPreamble(written, title), [written, title]);
  const outline = useOutline(text);
  const [drawnText, setDrawnText] = useState<string>();
  const { textRef, resume } = useReadingPosition(lessonId, drawnText === text);
  const handleDrawn = useCallback(() => setDrawnText(text), [text]);
  if (text.trim() === '') return <NoText />;
  return (
    <LessonColumns
      text={text}
      hasBreaks={readBreaks(written) === true}
      course={course}
      contents={outline.length > 1 && <TableOfContents outline={outline} />}
      overlay={
        resume && (
          <Button variant="light" radius="xl" size="sm" className={`${classes.resume} no-print`} onClick={resume}>
            前回の続きへ
          </Button>
        )
      }
      Image={LessonImage}
      textRef={textRef}
      onDrawn={handleDrawn}
    />
  );
}

// Stores the reading position in a lesson, and offers to return to it.

/** Debounce of scroll events before the reading position is stored, in ms. */
const SCROLL_DEBOUNCE_MS = 400;
/** A stored position within this first share of the text is not offered. */
const SMALLEST_SHARE = 0.05;

/** Returns the share of the text that is scrolled above the window, 0 to 1. */
function shareAbove(text: HTMLElement): number {
  const { top, height } = text.getBoundingClientRect();
  return height === 0 ? 0 : Math.min(1, Math.max(0, -top / height));
}

const PLACE_SELECTOR = 'h2, h3, h4, p, li, pre, table';

/** Moves the focus to the first element below `place`, because the pressed button is removed from the page. */
function focusBelow(text: HTMLElement, place: number): void {
  const blocks = [...text.querySelectorAll<HTMLElement>(PLACE_SELECTOR)];
  const block = blocks.find((each) => each.getBoundingClientRect().top >= place) ?? blocks.at(-1);
  block?.setAttribute('tabindex', '-1');
  block?.focus({ preventScroll: true });
}

interface ReadingPosition {
  /** The ref for the element that contains the lesson's text. */
  textRef: RefObject<HTMLDivElement | null>;
  /** Scrolls to where the learner stopped; undefined if there is no stored position to return to. */
  resume: (() => void) | undefined;
}

/**
 * Opening a page scrolls to its top (specification §2), so the stored reading position is offered, never restored
 * automatically.
 *
 * @param isDrawn true once the whole text is rendered; before that its height is not final
 */
function useReadingPosition(lessonId: string, isDrawn: boolean): ReadingPosition {
  const textRef = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState<number>();

  useEffect(() => {
    if (!isDrawn) return undefined;
    let isGone = false;
    void readReadingPosition(lessonId).then((kept) => {
      if (!isGone && kept !== undefined && kept >= SMALLEST_SHARE) setShare(kept);
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasReadOn = false;
    const keep = () => {
      if (!textRef.current) return;
      const above = shareAbove(textRef.current);
      // Ignore the scroll to the top when a lesson opens: it is not a reading position.
      hasReadOn ||= above >= SMALLEST_SHARE;
      if (hasReadOn) void saveReadingPosition(lessonId, above);
    };
    const handleScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, SCROLL_DEBOUNCE_MS);
    };
    window.addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      isGone = true;
      clearTimeout(timer);
      window.removeEventListener('scroll', handleScroll);
    };
  }, [lessonId, isDrawn]);

  function handleResume() {
    const text = textRef.current;
    if (!text || share === undefined) return;
    const { top, height } = text.getBoundingClientRect();
    window.scrollTo({ top: window.scrollY + top + share * height, behavior: 'smooth' });
    focusBelow(text, top + share * height);
    setShare(undefined);
  }
  return { textRef, resume: share === undefined ? undefined : handleResume };
}
