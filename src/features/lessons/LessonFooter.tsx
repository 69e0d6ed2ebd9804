/** The bar at the end of a lesson: previous, 読了にする, next; also the keys j and k. */
import { ActionIcon, Button, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';

import type { CourseDetail } from '@/api/courses';
import type { Lesson } from '@/api/lessons';
import { useOpenableLessons } from '@/device/openable-lessons';
import { type LessonReadState, useLessonReadState, useMarkLessonRead } from '@/queries/progress';
import { lessonsOf, neighbourOf } from '@/study/lesson-order';
import { IconCheck, IconChevronLeft, IconChevronRight, IconClock } from '@/ui/icons';
import { isOfInputMethod } from '@/ui/input-method';
import { showToast } from '@/ui/toast';

import classes from './LessonFooter.module.css';

/** Elements that handle keys themselves while focused: scrollable code, menus. */
const OWN_KEYS_SELECTOR =
  'dialog, [role="dialog"], [role="menu"], [role="region"][tabindex="0"], [role="group"][tabindex="0"]';

function unlessTaken(handle: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    const isTaken = event.target instanceof Element && event.target.closest(OWN_KEYS_SELECTOR) !== null;
    if (!isTaken && !isOfInputMethod(event)) handle();
  };
}

/** Mantine would keep the arrows from scrolling. */
const KEEP_DEFAULT = { preventDefault: false };

export interface LessonFooterProps {
  lesson: Lesson;
  course: CourseDetail;
  onOpenLesson: (lessonId: string) => void;
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
  const markRead = useMarkLessonRead(lesson);
  const handleClick = () =>
    markRead.mutate(undefined, {
      // The session changed in another tab: this page restarts, so no storage error is shown.
      onError: ({ reason }) =>
        reason === 'leaving'
          ? location.reload()
          : void showToast('error', '端末に保存できませんでした。空き容量を確かめてください。'),
    });
  const isRead = state === 'waiting' || state === 'read';
  return (
    <>
      {/* The live region is in the page before its text: screen readers do not announce a region that arrives with text. */}
      <div role="status" className={classes.news}>
        {isRead && (
          <Text className={classes.read} data-state={state}>
            {state === 'read' ? <IconCheck size={20} aria-hidden /> : <IconClock size={20} aria-hidden />}
            <span>{stateWords[state]}</span>
          </Text>
        )}
      </div>
      {!isRead && (
        <Button className={classes.main} onClick={handleClick} loading={markRead.isPending} disabled={isPreview}>
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
      aria-keyshortcuts={keys}
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

/** The previous or next lesson. Offline it is the nearest one that can be opened, and the button says that lessons were skipped. */
function useNeighbour({ lesson, course, onOpenLesson }: LessonFooterProps, step: -1 | 1) {
  const openable = useOpenableLessons();
  const nextTo = step === 1 ? lesson.nextLessonId : lesson.previousLessonId;
  const found = openable && neighbourOf(lessonsOf(course.sections), lesson.id, step, openable);
  const id = found?.id ?? nextTo;
  const isAbsent = found && !openable.has(found.id);
  const isFurther = found && !isAbsent && found.id !== nextTo;
  return {
    id,
    words: isAbsent ? '（端末にありません）' : isFurther ? `（端末にある「${found.title}」）` : '',
    isAbsent,
    open: () => {
      if (!id) return;
      if (isFurther) void showToast('info', `端末にある「${found.title}」を開きました`);
      onOpenLesson(id);
    },
  };
}

export function LessonFooter(props: LessonFooterProps) {
  const previous = useNeighbour(props, -1);
  const next = useNeighbour(props, 1);
  useHotkeys([
    ['j', unlessTaken(next.open)],
    ['ArrowRight', unlessTaken(next.open), KEEP_DEFAULT],
    ['k', unlessTaken(previous.open)],
    ['ArrowLeft', unlessTaken(previous.open), KEEP_DEFAULT],
  ]);
  return (
    <div className={classes.bar} data-bottom-bar role="group" aria-label="レッスンの操作">
      <Arrow neighbour={previous} label="前のレッスン" keys="k" Icon={IconChevronLeft} />
      <ReadButton lesson={props.lesson} isPreview={props.isPreview} />
      <Arrow neighbour={next} label="次のレッスン" keys="j" Icon={IconChevronRight} />
    </div>
  );
}
