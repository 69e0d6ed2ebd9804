/** Turns people and their progress into rows of a CSV file that the import can read. */
import type { Company } from '@/api/companies';
import type { CourseShare } from '@/api/course-shares';
import type { Course } from '@/api/courses';
import type { User } from '@/api/users';
import { dayInJapan } from '@/lib/japan-time';
import { percentOf } from '@/lib/percent';
import type { CourseShares } from '@/queries/curriculum/course-shares';
import { isCompleted } from '@/study/completed';
import type { Cell } from '@/study/csv';
import { stateNames } from '@/study/outline/state-names';
import { usersToRows } from '@/study/people/user-cells';

import { lastStudyOf, stateOf } from './people-states';

function standingCells(user: User): Cell[] {
  const { role, progress } = user;
  const state = stateOf(user);
  const share = role === 'STUDENT' && percentOf(progress?.readLessonCount, progress?.lessonCount);
  const lastStudy = lastStudyOf(user);
  const day = lastStudy === undefined ? '' : { value: dayInJapan(lastStudy) };
  return [typeof share === 'number' ? { value: `${share}%` } : '', day, state ? stateNames[state] : ''];
}

/** Returns a course's progress in words: 「修了」 (completed), or e.g. 「67%」. */
function shareCell({ read, total, completedAt }: CourseShare): Cell {
  const isDone = isCompleted({ readCount: read, lessonCount: total, completedAt });
  if (isDone) return '修了';
  const percent = percentOf(read, total);
  return percent === undefined ? '' : { value: `${percent}%` };
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

export function peopleToRows({ people, companies, courses, shares, hasNameKana }: PeopleFile): Cell[][] {
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
