/** Home's card for teachers and admins: links to the courses edited last. */
import { Card, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { Course } from '@/api/courses';
import { now } from '@/storage/now';
import { LinkButton } from '@/ui/LinkButton';
import { RelativeTime } from '@/ui/RelativeTime';

import classes from './RecentEditsCard.module.css';

const MAX_SHOWN = 4;

function EditRow({ course: { id, title, status, updatedAt } }: { course: Course }) {
  return (
    <li className={classes.row}>
      <div className="min-w-0">
        <Link
          to="/courses/$courseId"
          params={{ courseId: id }}
          className={`${classes.title} inline-block c-inherit semibold undecorated`}
        >
          {title}
        </Link>
        <Text size="sm" c="dimmed">
          {status === 'draft' && <span className={`${classes.draft} pill tone-wait`}>下書き</span>}
          {updatedAt && <RelativeTime timestamp={updatedAt} nowMs={now()} />}
        </Text>
      </div>
      <LinkButton
        to="/courses/edit/$courseId"
        params={{ courseId: id }}
        variant="light"
        size="sm"
        aria-label={`「${title}」を編集`}
      >
        編集
      </LinkButton>
    </li>
  );
}

export function RecentEditsCard({ courses }: { courses: readonly Course[] }) {
  const editedAt = ({ updatedAt }: Course) => Date.parse(updatedAt ?? '');
  const latest = courses
    .filter(({ updatedAt }) => updatedAt !== undefined)
    .sort((a, b) => editedAt(b) - editedAt(a))
    .slice(0, MAX_SHOWN);
  if (latest.length === 0 && courses.length > 0) return null;
  return (
    <Card component="section" aria-labelledby="recent-edits" className="grid gap-4">
      <div className={classes.head}>
        <h2 id="recent-edits" className="m-0 text-xl">
          最近の編集
        </h2>
        <LinkButton to="/courses" variant="subtle" size="sm">
          コース管理
        </LinkButton>
      </div>
      {latest.length === 0 ? (
        <Text size="sm" c="dimmed">
          コースを追加すると、ここに並びます。
        </Text>
      ) : (
        <ul className={`${classes.list} plain-list grid`}>
          {latest.map((course) => (
            <EditRow key={course.id} course={course} />
          ))}
        </ul>
      )}
    </Card>
  );
}
