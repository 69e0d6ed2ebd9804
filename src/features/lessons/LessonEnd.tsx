/**
 * What a lesson shows below its text and after 読了 (marked as read), loaded after the text: the card at its end, and the
 * message with an undo button.
 */
import { Button, Group, Paper, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import IconCheck from '~icons/check';

import type { CourseDetail } from '@/api/courses';
import type { Lesson } from '@/api/lessons';
import { allLessonsOf, lessonsOf } from '@/api/outline';
import { prefetchQuestionSet } from '@/queries/curriculum/question-sets';
import { type LastRead, useLessonReadState, useOwnProgress, useWaitingLessonIds } from '@/queries/progress/progress';
import { useUndoRead, useUndoState } from '@/queries/progress/undo-read';
import { useSyncState } from '@/queries/queue';
import { countRead, type ReadCount, readLessonIds } from '@/study/course-progress';
import { completionWords } from '@/study/course-study-words';
import { courseStudyOf, isAnswered } from '@/study/next-course';
import { type OwnQuestionSetProgress, questionSetProgressOf } from '@/study/unconfirmed';
import { Meter } from '@/ui/charts/Meter';
import { formatDay } from '@/ui/formats';
import { LinkButton } from '@/ui/LinkButton';

import { type LessonStepsProps, useNeighbour, useReadPress } from './lesson-steps';

import meterClasses from './CourseMeter.module.css';
import classes from './LessonEnd.module.css';
import setClasses from './QuestionSetList.module.css';
import undoClasses from './ReadUndo.module.css';

/** Returns the lesson to open next: the following one in the course, else the first unread one. */
function useNext(props: LessonStepsProps, [missed]: readonly { id: string; title: string }[] = []) {
  const next = useNeighbour(props, 1);
  if (next.id || !missed) return next;
  return { ...next, id: missed.id, title: missed.title, open: () => props.onOpenLesson(missed.id) };
}

/** Returns the last result of a question set in words. */
function resultWords({ pending, lastScore, maxScore, lastSubmittedAt }: OwnQuestionSetProgress): string {
  const result = lastScore === undefined ? '提出済み' : `前回 ${lastScore} / ${maxScore ?? '–'}`;
  const words = pending === 'unscored' ? '採点は送信後' : result;
  return lastSubmittedAt === undefined ? words : `${words} ・ ${formatDay(lastSubmittedAt)}`;
}

interface LastResultProps {
  last: OwnQuestionSetProgress | undefined;
  isEmpty: boolean;
  /** True if the server sends which question sets are answered. */
  isKnown: boolean;
}

function LastResult({ last, isEmpty, isKnown }: LastResultProps) {
  if (!last || !isAnswered(last)) {
    const isUnanswered = last ? last.submitCount === 0 : isKnown;
    return (
      <Text size="sm" c="dimmed">
        {isEmpty ? '問題はまだありません' : isUnanswered && 'まだ解いていません'}
      </Text>
    );
  }
  return (
    <Text size="sm" c="dimmed">
      {resultWords(last)}
      {last.pending && (
        <span className={`${setClasses.pending} pill tone-wait`}>
          {last.pending === 'provisional' ? '仮採点' : '送信待ち'}
        </span>
      )}
    </Text>
  );
}

/** The question sets of a lesson, each with its last score; prefetches them, so that they can be solved offline. */
function QuestionSetList({ lesson }: { lesson: Pick<Lesson, 'questionSets'> }) {
  const progress = useOwnProgress();
  const queryClient = useQueryClient();
  const { questionSets = [] } = lesson;
  const isKnown = progress.courses.every((course) => course.questionSets);
  const ids = questionSets.map(({ id }) => id).join(' ');
  // Prefetch question sets after the first render, so that the lesson's text does not wait for them.
  useEffect(() => {
    for (const id of ids.split(' ').filter(Boolean)) prefetchQuestionSet(queryClient, id);
  }, [queryClient, ids]);
  if (questionSets.length === 0) return null;
  return (
    <section aria-labelledby="question-sets">
      <h2 id="question-sets" className={setClasses.heading}>
        問題集
      </h2>
      {questionSets.map(({ id, title, questionCount }) => {
        const last = questionSetProgressOf(progress, id);
        const isAnswered = last?.lastSubmittedAt !== undefined;
        return (
          <Paper key={id} radius="lg" p="md" withBorder className={`${setClasses.card} row gap-12 bg-surface shadow`}>
            <div className="flex-1 min-w-14em">
              <Text fw={700}>
                {title}
                {questionCount !== undefined && `（${questionCount}問）`}
              </Text>
              <LastResult last={last} isEmpty={questionCount === 0} isKnown={isKnown} />
            </div>
            <div className={`${setClasses.links} flex wrap gap-8`}>
              {isAnswered && (
                <LinkButton
                  to="/question/review/$questionSetId"
                  params={{ questionSetId: id }}
                  variant="subtle"
                  aria-label={`${title}の解答と解説`}
                >
                  解答と解説
                </LinkButton>
              )}
              {questionCount !== 0 && (
                <LinkButton
                  to="/question/solve/$questionSetId"
                  params={{ questionSetId: id }}
                  variant="light"
                  aria-label={`${title}の問題を解く`}
                >
                  問題を解く
                </LinkButton>
              )}
            </div>
          </Paper>
        );
      })}
    </section>
  );
}

/** Returns how many lessons of the course are read. */
function useCourseCount(course: CourseDetail): ReadCount {
  return countRead(course.sections, useOwnProgress(), course.id);
}

/** A meter of the learner's progress in the lesson's course; it moves when a lesson is marked as read. */
function CourseMeter({ course }: { course: CourseDetail }) {
  const { done, all } = useCourseCount(course);
  return (
    <div className={meterClasses.meter}>
      <Meter label={`${course.title}の進捗`} done={done} all={all} />
      <Text size="sm" c="dimmed" className="flex-none tabular">
        {done ?? '–'} / {all ?? '–'}
      </Text>
    </div>
  );
}

/** The card at the end of a lesson: its question sets, how far the course is, and what comes next. */
export function LessonEnd(props: LessonStepsProps) {
  const { lesson, course } = props;
  const state = useLessonReadState(lesson.id);
  const isRead = state === 'read' || state === 'waiting';
  const read = readLessonIds(useOwnProgress());
  const unread = allLessonsOf(course.sections)?.filter(({ id }) => id !== lesson.id && !read.has(id));
  const next = useNext(props, unread);
  const { isPending, press } = useReadPress(lesson);
  // If marking this lesson as read (読了) completes the course, the next step is the course's completion, not another
  // lesson.
  const isLast = !isRead && unread?.length === 0;
  const goesOn = !isLast && next.id !== undefined && !next.isAbsent;
  const handleNext = () => (isRead ? next.open() : press(next.open));
  return (
    <>
      <QuestionSetList lesson={lesson} />
      <Paper
        component="section"
        radius="lg"
        p="md"
        withBorder
        className={`${classes.card} flex flex-column gap-12 bg-surface shadow`}
        aria-label="このあと"
      >
        <Text fw={700} className={classes.course}>
          {course.title}
        </Text>
        <CourseMeter course={course} />
        {isRead && unread?.length === 0 && <CourseFinished course={course} />}
        {next.isAbsent && !isLast && (
          <Text size="sm" c="dimmed">
            次の「{next.title}」は、この端末にありません。電波のあるところで開けます。
          </Text>
        )}
        {isLast && (
          <Button onClick={() => press()} loading={isPending}>
            読了にして、コースを修了
          </Button>
        )}
        {goesOn && (
          <Button onClick={handleNext} loading={isPending}>
            {isRead ? '次へ' : '読了にして次へ'}：{next.title}
          </Button>
        )}
      </Paper>
    </>
  );
}

/**
 * The end of a course, after its last unread lesson: the certificate, once the server has received all read marks, and
 * a link to the course.
 */
function CourseFinished({ course }: { course: CourseDetail }) {
  const lessons = lessonsOf(course.sections);
  const study = courseStudyOf(useOwnProgress(), { id: course.id, lessonCount: lessons.length });
  const waiting = useWaitingLessonIds();
  const isSent = study.completedAt !== undefined || !lessons.some(({ id }) => waiting.has(id));
  return (
    <>
      <Text>{completionWords(study) ?? 'すべてのレッスンを読み終えました。'}</Text>
      {!isSent && <Text size="sm">サーバーに届くと、修了証ができます。</Text>}
      <Group gap="sm">
        {isSent && (
          <LinkButton to="/record/{-$courseId}" params={{ courseId: course.id }}>
            修了証を見る
          </LinkButton>
        )}
        <LinkButton to="/courses/$courseId" params={{ courseId: course.id }} variant="light">
          コースの画面へ
        </LinkButton>
      </Group>
    </>
  );
}

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

interface ReadUndoProps extends LastRead {
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
    <div className={undoClasses.edge} aria-hidden>
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

/**
 * The message 「読了にしました」 (marked as read) with an undo button, for 5 s in the lesson's bar, even if the next lesson is
 * opened (docs/decisions/0077).
 */
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
      className={undoClasses.line}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <CourseEdge course={course} />
      <div className={`${undoClasses.words} flex-1 min-w-0`}>
        <Text fw={700} className="row">
          {!words && <IconCheck size={18} aria-hidden className={undoClasses.icon} />}
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
