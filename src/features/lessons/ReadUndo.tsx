/**
 * The message 「読了にしました」 (marked as read) with an undo button, for 5 s in the lesson's bar, even if the next lesson is
 * opened (docs/decisions/0077).
 */
import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import IconCheck from '~icons/check';

import type { CourseDetail } from '@/api/courses';
import type { Lesson } from '@/api/lessons';
import type { LastRead } from '@/queries/progress/progress';
import { useUndoRead, useUndoState } from '@/queries/progress/undo-read';
import { useSyncState } from '@/queries/queue';
import { Meter } from '@/ui/charts/Meter';

import { useCourseCount } from './CourseMeter';

import classes from './ReadUndo.module.css';

/** What has become of the reading after a press of 取り消す, in words. */
const results = {
  gone: '取り消しました',
  sent: '受け取り済みのため、取り消せません',
  queued: '送信を始めたため、取り消せません（送信待ち）',
  refused: 'サーバーが受け付けませんでした（要確認）',
};
const SENDING = '送信中のため、取り消せません';
const FAILED = '取り消せませんでした。もう一度お試しください。';
/** Time for which the undo's result is shown, in ms. */
const RESULT_MS = 4000;

export interface ReadUndoProps extends LastRead {
  /** The lesson on the screen, which may already be the next one. */
  lesson: Lesson;
  course: CourseDetail;
}

/** Returns true until a given time, then rerenders with false. @param at ms since 1970. */
function useIsBefore(at: number): boolean {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(at), at - Date.now());
    return () => clearTimeout(timer);
  }, [at]);
  return passed < at;
}

/**
 * The course's progress as a line along the bar's edge: the line first shows the count without this lesson and then
 * grows. The card at the end of the lesson shows the count in words.
 */
function CourseEdge({ course }: { course: CourseDetail }) {
  const { done, all } = useCourseCount(course);
  const [isBefore, setBefore] = useState(true);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setBefore(false));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div className={classes.edge} aria-hidden>
      <Meter label={course.title} done={isBefore ? done && done - 1 : done} all={all} />
    </div>
  );
}

/**
 * Undoes on a press, and returns the result in words, which follow the reading: from being sent to received. An undo in
 * another tab needs no press here. `until`: the time until which the result is shown, in ms since 1970.
 */
function useUndo({ entry, until }: LastRead) {
  const state = useUndoState(entry);
  const { mutate, isError, submittedAt } = useUndoRead();
  const isSending = useSyncState()?.kind === 'sending';
  const result = state && state !== 'untried' && (submittedAt > 0 || state === 'gone') ? state : undefined;
  const isFailed = isError && result !== 'gone';
  const words = result === 'queued' && isSending ? SENDING : result && results[result];
  return {
    words: isFailed ? FAILED : words,
    canUndo: !result || isFailed,
    until: submittedAt > 0 ? submittedAt + RESULT_MS : until,
    handleUndo: () => mutate(entry),
  };
}

export function ReadUndo({ lesson, course, ...lastRead }: ReadUndoProps) {
  const { entry } = lastRead;
  const { words, canUndo, until, handleUndo } = useUndo(lastRead);
  const isInTime = useIsBefore(until);
  // The undo button remains visible while it is focused or hovered; a press after the 5 s reports that the read mark
  // was already sent.
  const [isHeld, setHeld] = useState(false);
  if (entry.state !== 'queued' || (!isInTime && !isHeld)) return null;
  const isHere = entry.call.kind === 'lesson-read' && entry.call.lessonId === lesson.id;
  return (
    <div
      className={classes.line}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <CourseEdge course={course} />
      <div className={`${classes.words} flex-1 min-w-0`}>
        <Text fw={700} className="row">
          {!words && <IconCheck size={18} aria-hidden className={classes.icon} />}
          <span>{words ?? '読了にしました'}</span>
        </Text>
        {!isHere && (
          <Text size="sm" c="dimmed" truncate>
            {entry.title}
          </Text>
        )}
      </div>
      {canUndo && (
        <Button variant="default" onClick={handleUndo} className="flex-none touch">
          取り消す
        </Button>
      )}
    </div>
  );
}
