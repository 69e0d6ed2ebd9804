/** Lists the most recently completed courses, each with its certificate. */
import { VisuallyHidden } from '@mantine/core';

import type { CompletedCourse } from '@/study/completed-courses';
import { formatDayInJapan } from '@/ui/formats';
import { LinkButton } from '@/ui/LinkButton';

import classes from './CompletedCourses.module.css';
import homeClasses from './HomeScreen.module.css';

/** The maximum number of courses listed; the study record has all of them. */
const MAX_LISTED = 3;

export function CompletedCourses({ completed }: { completed: readonly CompletedCourse[] }) {
  if (completed.length === 0) return null;
  return (
    <section aria-labelledby="completed">
      <h2 id="completed" className={homeClasses.heading}>
        修了したコース
      </h2>
      <ul className={classes.list}>
        {completed.slice(0, MAX_LISTED).map(({ courseId, title, completedAt }) => (
          <li key={courseId} className={classes.row}>
            <span className={classes.words}>
              <span className={classes.title}>{title || 'コース'}</span>
              <span className={classes.day}>{completedAt === '' ? '' : formatDayInJapan(completedAt)}</span>
            </span>
            <LinkButton to="/record/{-$courseId}" params={{ courseId }} variant="light" size="sm">
              <VisuallyHidden>「{title}」の</VisuallyHidden>
              修了証
            </LinkButton>
          </li>
        ))}
      </ul>
      {completed.length > MAX_LISTED && (
        <LinkButton to="/record/{-$courseId}" variant="subtle" size="sm">
          すべての記録
        </LinkButton>
      )}
    </section>
  );
}
