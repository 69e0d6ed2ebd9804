/** Turns people and their progress into rows of a CSV file that the import can read. */
import type { Company } from '@/api/companies';
import type { CourseShare } from '@/api/course-shares';
import type { Course } from '@/api/courses';
import type { User } from '@/api/users';
import type { CourseShares } from '@/queries/course-shares';
import { isCompleted } from '@/study/completed';
import { stateNames } from '@/study/state-names';
import { usersToRows } from '@/study/user-cells';
import { formatPercent } from '@/ui/formats';

import { lastStudyOf, stateOf } from './people-states';

/** Returns the day, e.g. 「2026-11-21」, in the device's time zone and in a format that spreadsheets recognise as a date. */
function dayOf(timestamp: string | undefined): string {
  return timestamp === undefined ? '' : new Intl.DateTimeFormat('sv-SE').format(new Date(timestamp));
}

function standingCells(user: User): string[] {
  const { role, progress } = user;
  const state = stateOf(user);
  const share = role === 'STUDENT' && progress && formatPercent(progress.readLessonCount, progress.lessonCount);
  return [share || '', dayOf(lastStudyOf(user)), state ? stateNames[state] : ''];
}

/** Returns a course's progress in words: 「修了」 (completed), or e.g. 「67%」. */
function shareCell({ read, total, completedAt }: CourseShare): string {
  return isCompleted({ readCount: read, lessonCount: total, completedAt }) ? '修了' : formatPercent(read, total);
}

export interface PeopleFile {
  people: readonly User[];
  companies: readonly Company[];
  courses: readonly Course[];
  /** Each person's progress per course; undefined leaves out the course columns. */
  shares?: CourseShares;
  /** Adds a column フリガナ. */
  hasNameKana: boolean;
}

export function peopleToRows({ people, companies, courses, shares, hasNameKana }: PeopleFile): string[][] {
  const shown = shares ? courses : [];
  const [head = [], ...rows] = usersToRows(people, companies, hasNameKana);
  const courseCells = ({ id, role }: User) =>
    shown.map((course) => {
      const share = shares?.get(id)?.find(({ courseId }) => courseId === course.id);
      return share && role === 'STUDENT' ? shareCell(share) : '';
    });
  return [
    [...head, '進捗', '最後の学習', '受講状況', ...shown.map(({ title }) => `コース：${title}`)],
    ...people.map((user, index) => [...(rows[index] ?? []), ...standingCells(user), ...courseCells(user)]),
  ];
}
