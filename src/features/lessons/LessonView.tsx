/**
 * A lesson's screen for learners: text, table of contents, the card at the end and the bar with 読了にする (mark as read).
 */
import { ActionIcon, Button, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import IconCheck from '~icons/check';
import IconChevronLeft from '~icons/chevron-left';
import IconChevronRight from '~icons/chevron-right';
import IconClock from '~icons/clock';

import type { CourseDetail } from '@/api/courses';
import { readReadingPosition, saveReadingPosition } from '@/device/reading-positions';
import { courseQueries } from '@/queries/curriculum/courses';
import { lessonQueries } from '@/queries/curriculum/lessons';
import { contentQueries, useImageUrl } from '@/queries/files/contents';
import { type LessonReadState, useLastRead, useLessonReadState } from '@/queries/progress/progress';
import { bottomBar } from '@/ui/display/bar-room';
import { useKeyHint } from '@/ui/display/display-settings';
import { lazyExtra } from '@/ui/lazy-extra';
import { readBreaks, withoutPreamble } from '@/ui/markdown/cut/documents';
import { useOutline } from '@/ui/markdown/cut/outline';
import type { MarkdownImageProps } from '@/ui/markdown/Markdown';
import { Picture } from '@/ui/Picture';
import { ScreenSkeleton } from '@/ui/ScreenSkeleton';

import { useSingleKeys } from './lesson-keys';
import { type LessonStepsProps, useNeighbour, useReadPress } from './lesson-steps';
import { LessonArticle, LessonColumns, NoText } from './LessonArticle';
import { LessonShare } from './LessonShare';
import { TableOfContents } from './TableOfContents';

import classes from './LessonFooter.module.css';
import textClasses from './LessonView.module.css';

const ReadUndo = lazyExtra(() => import('./LessonEnd').then((module) => module.ReadUndo));

/**
 * Hotkey option for the arrow keys: does not prevent their default action, so that they still scroll text that scrolls
 * sideways.
 */
const KEEP_DEFAULT = { preventDefault: false };

interface LessonFooterProps extends LessonStepsProps {
  isPreview?: boolean;
}

const stateWords = {
  unread: undefined,
  waiting: '端末に保存 ・ 送信待ち',
  refused: '要確認：送信できませんでした',
  read: '読了',
} satisfies Record<LessonReadState, string | undefined>;

function ReadButton({ lesson, isPreview }: Pick<LessonFooterProps, 'lesson' | 'isPreview'>) {
  const state = useLessonReadState(lesson.id);
  const { isPending, press } = useReadPress(lesson);
  const isRead = state === 'waiting' || state === 'read';
  return (
    <>
      {/* The live region is in the page before its text: screen readers do not announce a region that arrives
          with text. */}
      <div role="status" className={classes.news}>
        {isRead && (
          <Text
            className={`${classes.read} row gap-8 rounded-md edge bold ${state === 'read' ? 'tone-ok' : 'tone-wait'}`}
          >
            {state === 'read' ? <IconCheck size={20} aria-hidden /> : <IconClock size={20} aria-hidden />}
            <span>{stateWords[state]}</span>
          </Text>
        )}
      </div>
      {!isRead && (
        <Button
          variant="light"
          className={classes.main}
          onClick={() => press()}
          loading={isPending}
          disabled={isPreview}
        >
          {state === 'refused' ? 'もう一度、読了にする' : '読了にする'}
        </Button>
      )}
    </>
  );
}

interface ArrowProps {
  neighbour: ReturnType<typeof useNeighbour>;
  label: string;
  keys: string;
  Icon: typeof IconChevronLeft;
}

function Arrow({ neighbour: { id, words, isAbsent, open }, label, keys, Icon }: ArrowProps) {
  return (
    <ActionIcon
      aria-label={label + words}
      title={words && label + words}
      aria-keyshortcuts={useKeyHint(keys)}
      variant="default"
      size={46}
      disabled={!id}
      data-absent={isAbsent}
      className={classes.arrow}
      onClick={open}
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  );
}

/**
 * The bar at the bottom of a lesson: previous, 読了にする (mark as read), next, and 取り消す (undo) after that; also the keys j
 * and k.
 */
function LessonFooter(props: LessonFooterProps) {
  const previous = useNeighbour(props, -1);
  const next = useNeighbour(props, 1);
  const lastRead = useLastRead();
  useSingleKeys([
    ['j', next.open],
    ['ArrowRight', next.open, KEEP_DEFAULT],
    ['k', previous.open],
    ['ArrowLeft', previous.open, KEEP_DEFAULT],
  ]);
  return (
    <div ref={bottomBar} className="bottom-bar no-print" data-bottom-bar role="group" aria-label="レッスンの操作">
      {/* The live region is in the page before its text; it stays when the next lesson is opened. */}
      <div aria-live="polite">
        {lastRead && (
          <Suspense>
            <ReadUndo key={lastRead.entry.id} {...lastRead} lesson={props.lesson} course={props.course} />
          </Suspense>
        )}
      </div>
      <div className={`${classes.buttons} flex gap-8`}>
        <Arrow neighbour={previous} label="前のレッスン" keys="k" Icon={IconChevronLeft} />
        <ReadButton key={props.lesson.id} lesson={props.lesson} isPreview={props.isPreview} />
        <Arrow neighbour={next} label="次のレッスン" keys="j" Icon={IconChevronRight} />
      </div>
    </div>
  );
}

const LessonEnd = lazyExtra(() => import('./LessonEnd').then((module) => module.LessonEnd));

export interface LessonViewProps {
  lessonId: string;
  /** Opens another lesson; called by the footer's buttons and the keys j and k. */
  onOpenLesson: (lessonId: string) => void;
  /** Buttons for editors, beside the title. */
  actions?: ReactNode;
  /** True in an editor's preview, which records nothing. */
  isPreview?: boolean;
}

function LessonImage({ source, ...picture }: MarkdownImageProps) {
  return <Picture {...picture} {...useImageUrl(source)} />;
}

interface LessonTextProps {
  lessonId: string;
  title: string;
  /** The lesson's markdown file. */
  contentId: string;
  course: CourseDetail;
}

/** A lesson's text with its table of contents and the offer to return to the last reading position. */
function LessonText({ lessonId, title, contentId, course }: LessonTextProps) {
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
          <Button variant="light" radius="xl" size="sm" className={`${textClasses.resume} no-print`} onClick={resume}>
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

export function LessonView({ lessonId, onOpenLesson, actions, isPreview }: LessonViewProps) {
  // The search query to highlight.
  const find = useLocation({ select: ({ state }) => state.find });
  const foundAt = useLocation({ select: ({ state }) => state.foundAt });
  const { data: lesson } = useSuspenseQuery(lessonQueries.detail(lessonId));
  const { data: course } = useSuspenseQuery(courseQueries.detail(lesson.courseId));
  return (
    <>
      <LessonArticle
        lesson={lesson}
        course={course}
        tools={<LessonShare key={`${lesson.id} ${find} ${foundAt}`} lesson={lesson} find={find} />}
        actions={!isPreview && actions}
        after={
          <div inert={isPreview}>
            <Suspense>
              <LessonEnd key={lesson.id} lesson={lesson} course={course} onOpenLesson={onOpenLesson} />
            </Suspense>
          </div>
        }
      >
        {lesson.contentId ? (
          <Suspense fallback={<ScreenSkeleton shape="text" />}>
            <LessonText
              key={lesson.id}
              lessonId={lesson.id}
              title={lesson.title}
              contentId={lesson.contentId}
              course={course}
            />
          </Suspense>
        ) : (
          <NoText />
        )}
      </LessonArticle>
      <LessonFooter lesson={lesson} course={course} onOpenLesson={onOpenLesson} isPreview={isPreview} />
    </>
  );
}
