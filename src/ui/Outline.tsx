/** Chapters with their lessons: what is read, how long, how many question sets. */
import { Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { IconCircle, IconCircleCheck } from './icons';

import classes from './Outline.module.css';

interface OutlineLesson {
  id: string;
  title: string;
  minutes?: number;
  questionSetCount: number;
}

export interface OutlineProps {
  chapters: readonly { id: string; title: string; lessons: readonly OutlineLesson[] }[];
  /** The level of the chapters' headings. */
  headingOrder: 2 | 3;
  readLessonIds: ReadonlySet<string>;
  /** Lesson id → last scores of its question sets, e.g. 「4/5」. */
  lessonScores: ReadonlyMap<string, string>;
}

function LessonRow({ lesson, isRead, score }: { lesson: OutlineLesson; isRead: boolean; score: string | undefined }) {
  return (
    <Link to="/lessons/$lessonId" params={{ lessonId: lesson.id }} className={classes.lesson}>
      {isRead ? (
        <IconCircleCheck size={22} className={classes.read} aria-hidden />
      ) : (
        <IconCircle size={22} className={classes.unread} aria-hidden />
      )}
      <span className={classes.title}>{lesson.title}</span>
      <VisuallyHidden>{isRead ? '（読了）' : '（未読）'}</VisuallyHidden>
      <span className={classes.facts}>
        {lesson.questionSetCount > 0 && <span>問題 {score ?? lesson.questionSetCount}</span>}
        {lesson.minutes !== undefined && <span>約{lesson.minutes}分</span>}
      </span>
    </Link>
  );
}

export function Outline({ chapters, headingOrder, readLessonIds, lessonScores }: OutlineProps) {
  const Heading = `h${headingOrder}` as const;
  return (
    <div className={classes.outline}>
      {chapters.map((chapter) => (
        <div key={chapter.id} className={classes.chapter}>
          <Heading className={classes.heading}>{chapter.title}</Heading>
          {chapter.lessons.length === 0 ? (
            <Text size="sm" c="dimmed" className={classes.empty}>
              レッスンはまだありません
            </Text>
          ) : (
            <ol className={classes.lessons}>
              {chapter.lessons.map((lesson) => (
                <li key={lesson.id}>
                  <LessonRow
                    lesson={lesson}
                    isRead={readLessonIds.has(lesson.id)}
                    score={lessonScores.get(lesson.id)}
                  />
                </li>
              ))}
            </ol>
          )}
        </div>
      ))}
    </div>
  );
}
