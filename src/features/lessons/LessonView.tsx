/**
 * A lesson's screen for learners: text, table of contents, the card at the end and the bar with 読了にする (mark as read).
 */
import { ActionIcon, Button, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import IconCheck from '~icons/check';
import IconChevronLeft from '~icons/chevron-left';
import IconChevronRight from '~icons/chevron-right';
import IconClock from '~icons/clock';

import { courseQueries } from '@/queries/curriculum/courses';
import { lessonQueries } from '@/queries/curriculum/lessons';
import { type LessonReadState, useLastRead, useLessonReadState } from '@/queries/progress/progress';
import { bottomBar } from '@/ui/display/bar-room';
import { useKeyHint } from '@/ui/display/display-settings';
import { lazyExtra } from '@/ui/lazy-extra';
import { ScreenSkeleton } from '@/ui/ScreenSkeleton';

import { useSingleKeys } from './lesson-keys';
import { type LessonStepsProps, useNeighbour, useReadPress } from './lesson-steps';
import { LessonArticle, NoText } from './LessonArticle';
import { LessonShare } from './LessonShare';
import { LessonText } from './LessonText';

import classes from './LessonFooter.module.css';

const ReadUndo = lazyExtra(() => import('./after-reading').then((module) => module.ReadUndo));

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
    <div ref={bottomBar} className={`bottom-bar no-print`} data-bottom-bar role="group" aria-label="レッスンの操作">
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

const LessonEnd = lazyExtra(() => import('./after-reading').then((module) => module.LessonEnd));

export interface LessonViewProps {
  lessonId: string;
  /** Opens another lesson; called by the footer's buttons and the keys j and k. */
  onOpenLesson: (lessonId: string) => void;
  /** Buttons for editors, beside the title. */
  actions?: ReactNode;
  /** True in an editor's preview, which records nothing. */
  isPreview?: boolean;
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
