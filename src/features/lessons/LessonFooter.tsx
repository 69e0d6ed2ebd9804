/** The bar at the end of a lesson: previous, 読了にする, next; also the keys j and k. */
import { ActionIcon, Button, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';

import type { Lesson } from '@/api/lessons';
import { useMarkLessonRead, useOwnProgress } from '@/queries/progress';
import { readLessonIds } from '@/queries/study';
import { IconCheck, IconChevronLeft, IconChevronRight } from '@/ui/icons';
import { showToast } from '@/ui/toast';

import classes from './LessonFooter.module.css';

export interface LessonFooterProps {
  lesson: Lesson;
  onOpenLesson: (lessonId: string) => void;
}

function ReadButton({ lessonId }: { lessonId: string }) {
  const isRead = readLessonIds(useOwnProgress()).has(lessonId);
  const markRead = useMarkLessonRead(lessonId);
  if (isRead) {
    return (
      <Text className={classes.read} role="status">
        <IconCheck size={20} aria-hidden />
        読了
      </Text>
    );
  }
  const handleClick = () =>
    markRead.mutate(undefined, {
      onSuccess: () => void showToast('success', '読了を記録しました'),
      onError: () => void showToast('error', '記録できませんでした。もう一度お試しください。'),
    });
  return (
    <Button
      className={classes.main}
      onClick={handleClick}
      loading={markRead.isPending}
      title="この下まで読んだら押してください"
    >
      読了にする
    </Button>
  );
}

export function LessonFooter({ lesson, onOpenLesson }: LessonFooterProps) {
  const { previousLessonId, nextLessonId } = lesson;
  const openPrevious = () => previousLessonId && onOpenLesson(previousLessonId);
  const openNext = () => nextLessonId && onOpenLesson(nextLessonId);
  useHotkeys([
    ['j', openNext],
    ['ArrowRight', openNext],
    ['k', openPrevious],
    ['ArrowLeft', openPrevious],
  ]);
  return (
    <div className={classes.bar} role="group" aria-label="レッスンの操作">
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
      <ReadButton lessonId={lesson.id} />
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
