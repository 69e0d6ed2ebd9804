/** A list of chapters with their lessons: read state, minutes, question sets. */
import { Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import IconCircleCheckFilled from '~icons/circle-check-filled';
import IconCircleDashed from '~icons/circle-dashed';
import IconClock from '~icons/clock';

import classes from './Outline.module.css';

interface OutlineLesson {
  id: string;
  title: string;
  minutes?: number;
  questionSetCount?: number;
}

export interface OutlineProps {
  chapters: readonly { id: string; title: string; lessons?: readonly OutlineLesson[] }[];
  /** The level of the chapters' headings. */
  headingOrder: 2 | 3;
  readLessonIds: ReadonlySet<string>;
  /** Ids of lessons marked as read on this device, which the server has not received yet. */
  waitingLessonIds: ReadonlySet<string>;
  /** The ids of the lessons that can be opened now; undefined while all can be opened. */
  openableLessonIds: ReadonlySet<string> | undefined;
  /** Last scores of a lesson's question sets by lesson id, e.g. 「4/5」. */
  lessonScores: ReadonlyMap<string, string>;
}

type ReadState = 'read' | 'waiting' | 'unread';

const stateMarks = {
  read: { Icon: IconCircleCheckFilled, words: '（読了）' },
  waiting: { Icon: IconClock, words: '（読了・送信待ち）' },
  unread: { Icon: IconCircleDashed, words: '（未読）' },
} satisfies Record<ReadState, { Icon: typeof IconCircleDashed; words: string }>;

interface LessonRowProps {
  lesson: OutlineLesson;
  state: ReadState;
  score: string | undefined;
  /** True if the lesson can be opened; undefined while every lesson can. */
  canOpen: boolean | undefined;
}

function LessonRow({ lesson, state, score, canOpen }: LessonRowProps) {
  const { Icon, words } = stateMarks[state];
  const sets = score ?? lesson.questionSetCount;
  return (
    <Link
      to="/lessons/$lessonId"
      params={{ lessonId: lesson.id }}
      className={`${classes.lesson} hover-tint row gap-12 c-inherit undecorated`}
      data-absent={canOpen === false || undefined}
    >
      <Icon size={22} className={classes[state]} aria-hidden />
      <span className={`${classes.title} flex-1 min-w-0 leading-150`} data-lasting>
        {lesson.title}
      </span>
      <VisuallyHidden>{words}</VisuallyHidden>
      <span className={`${classes.facts} flex flex-none gap-8 c-muted`}>
        {canOpen !== undefined && <span>{canOpen ? '端末にあります' : '端末にありません'}</span>}
        {state === 'waiting' && (
          <span className={classes.waiting} aria-hidden>
            送信待ち
          </span>
        )}
        {lesson.questionSetCount !== 0 && sets !== undefined && <span>問題 {sets}</span>}
        {lesson.minutes !== undefined && <span>約{lesson.minutes}分</span>}
      </span>
    </Link>
  );
}

export function Outline(props: OutlineProps) {
  const { chapters, headingOrder, readLessonIds, waitingLessonIds, openableLessonIds, lessonScores } = props;
  const stateOf = (id: string): ReadState =>
    waitingLessonIds.has(id) ? 'waiting' : readLessonIds.has(id) ? 'read' : 'unread';
  const Heading = `h${headingOrder}` as const;
  return (
    <div className="grid gap-12">
      {chapters.map((chapter) => (
        <div key={chapter.id} className="overflow-hidden border rounded-lg bg-surface shadow">
          <Heading className={classes.heading} data-lasting>
            {chapter.title}
          </Heading>
          {chapter.lessons?.length === 0 ? (
            <Text size="sm" c="dimmed" className={classes.empty}>
              レッスンはまだありません
            </Text>
          ) : (
            chapter.lessons && (
              <ol className={`${classes.lessons} plain-list`}>
                {chapter.lessons.map((lesson) => (
                  <li key={lesson.id}>
                    <LessonRow
                      lesson={lesson}
                      state={stateOf(lesson.id)}
                      score={lessonScores.get(lesson.id)}
                      canOpen={openableLessonIds?.has(lesson.id)}
                    />
                  </li>
                ))}
              </ol>
            )
          )}
        </div>
      ))}
    </div>
  );
}
