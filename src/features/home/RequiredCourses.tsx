/** Home's list of required courses (必修) with their dates, and a calendar file of them. */
import { Button, Card } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { saveFile } from '@/device/download';
import type { OwnRequiredCourse } from '@/queries/people/assignments';
import { toCalendarFile } from '@/study/calendar-file';
import { isCompleted } from '@/study/completed';
import { courseStudyWords } from '@/study/course-study-words';
import { dueWords } from '@/study/due-words';

import classes from './RequiredCourses.module.css';

function saveCalendar(courses: readonly OwnRequiredCourse[], nowMs: number): void {
  const events = courses.map(({ assignmentId, courseId, title, dueAt, note }) => ({
    uid: `${assignmentId}@${location.hostname}`,
    title: `必修「${title}」の期限`,
    at: dueAt,
    description: note,
    url: `${location.origin}/courses/${courseId}`,
  }));
  void saveFile('必修の期限.ics', toCalendarFile(events, nowMs), 'text/calendar;charset=utf-8');
}

function Row({ course, nowMs }: { course: OwnRequiredCourse; nowMs: number }) {
  const { courseId, title, dueAt, note } = course;
  const isDone = isCompleted(course);
  const isPast = Date.parse(dueAt) < nowMs;
  return (
    <li className="grid gap-2 py-8 border-block-end">
      <Link to="/courses/$courseId" params={{ courseId }} className="c-inherit semibold break-anywhere">
        {title}
      </Link>
      <span className={classes.due} data-tone={!isDone && isPast ? 'bad' : undefined}>
        {isDone ? courseStudyWords(course) : `${dueWords(dueAt, nowMs)} ・ ${courseStudyWords(course)}`}
      </span>
      {note && <span className="c-muted text-sm">{note}</span>}
    </li>
  );
}

export function RequiredCourses({ courses, nowMs }: { courses: readonly OwnRequiredCourse[]; nowMs: number }) {
  if (courses.length === 0) return null;
  const open = courses.filter((course) => !isCompleted(course));
  return (
    <Card component="section" aria-labelledby="required">
      <h2 id="required" className="m-0-0-8 text-xl">
        必修
      </h2>
      <ul className="plain-list">
        {courses.map((course) => (
          <Row key={course.assignmentId} course={course} nowMs={nowMs} />
        ))}
      </ul>
      {open.length > 0 && (
        <Button variant="subtle" size="sm" onClick={() => saveCalendar(open, nowMs)}>
          期限をカレンダーに保存
        </Button>
      )}
    </Card>
  );
}
