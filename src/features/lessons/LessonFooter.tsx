/** The bar at the end of a lesson: previous, 読了にする, next; also the keys j and k. */
import { ActionIcon, Button, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';

import type { Lesson } from '@/api/lessons';
import { type LessonReadState, useLessonReadState, useMarkLessonRead } from '@/queries/progress';
import { IconCheck, IconChevronLeft, IconChevronRight, IconClock } from '@/ui/icons';
import { showToast } from '@/ui/toast';

import classes from './LessonFooter.module.css';

/** What uses keys itself while it has the focus: a block of code scrolls sideways, a menu has its own arrows. */
const OWN_KEYS = 'dialog, [role="dialog"], [role="menu"], [role="region"][tabindex="0"], [role="group"][tabindex="0"]';

/** Keys typed while Japanese is composed are the input method's (229 is how some browsers mark them). */
function unlessTaken(handle: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    const isTaken = event.target instanceof Element && event.target.closest(OWN_KEYS) !== null;
    if (!isTaken && !event.isComposing && event.keyCode !== 229) handle();
  };
}

/** Mantine would keep the arrows from scrolling. */
const KEEP_DEFAULT = { preventDefault: false };

export interface LessonFooterProps {
  lesson: Lesson;
  onOpenLesson: (lessonId: string) => void;
  isPreview?: boolean;
}

const stateWords = {
  unread: undefined,
  waiting: '端末に保存 ・ 送信待ち',
  refused: '要確認：送信できませんでした',
  read: '読了',
} satisfies Record<LessonReadState, string | undefined>;

function ReadButton({ lessonId, isPreview }: { lessonId: string; isPreview?: boolean }) {
  const state = useLessonReadState(lessonId);
  const markRead = useMarkLessonRead(lessonId);
  const handleClick = () =>
    markRead.mutate(undefined, {
      // A page that is not its owner's any more may not have heard: it restarts, and the device is not to blame.
      onError: ({ reason }) =>
        reason === 'leaving'
          ? location.reload()
          : void showToast('error', '端末に保存できませんでした。空き容量を確かめてください。'),
    });
  if (state === 'waiting' || state === 'read') {
    return (
      <Text className={classes.read} data-state={state} role="status">
        {state === 'read' ? <IconCheck size={20} aria-hidden /> : <IconClock size={20} aria-hidden />}
        {stateWords[state]}
      </Text>
    );
  }
  return (
    <Button className={classes.main} onClick={handleClick} loading={markRead.isPending} disabled={isPreview}>
      {state === 'refused' ? 'もう一度、読了にする' : '読了にする'}
    </Button>
  );
}

export function LessonFooter({ lesson, onOpenLesson, isPreview }: LessonFooterProps) {
  const { previousLessonId, nextLessonId } = lesson;
  const openPrevious = () => {
    if (previousLessonId) onOpenLesson(previousLessonId);
  };
  const openNext = () => {
    if (nextLessonId) onOpenLesson(nextLessonId);
  };
  useHotkeys([
    ['j', unlessTaken(openNext)],
    ['ArrowRight', unlessTaken(openNext), KEEP_DEFAULT],
    ['k', unlessTaken(openPrevious)],
    ['ArrowLeft', unlessTaken(openPrevious), KEEP_DEFAULT],
  ]);
  return (
    <div className={classes.bar} data-bottom-bar role="group" aria-label="レッスンの操作">
      <ActionIcon
        aria-label="前のレッスン"
        aria-keyshortcuts="k"
        variant="default"
        size={46}
        disabled={!previousLessonId}
        onClick={openPrevious}
      >
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <ReadButton lessonId={lesson.id} isPreview={isPreview} />
      <ActionIcon
        aria-label="次のレッスン"
        aria-keyshortcuts="j"
        variant="default"
        size={46}
        disabled={!nextLessonId}
        onClick={openNext}
      >
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </div>
  );
}
