/** The learning states of people, for tables and files. */
import type { PersonState, User } from '@/api/users';
import { now } from '@/storage/now';
import { learnerStatusOf } from '@/study/people/learner-status';

export type State = PersonState;

export function stateOf(user: User): State | undefined {
  if (user.active === false) return 'suspended';
  return user.role === 'STUDENT' ? (user.state ?? learnerStatusOf(user, now())) : undefined;
}

/**
 * The sort order of learning states: learners who need attention first; `undefined` is a person who is not a learner.
 */
export const stateOrder: readonly (State | undefined)[] = [
  'behind',
  'unstarted',
  'steady',
  'finished',
  undefined,
  'suspended',
];

export function lastStudyOf({ progress, lastStudiedAt }: User): string | undefined {
  return progress?.lastStudiedAt ?? lastStudiedAt;
}

/**
 * Returns true if a missing time of the last study means that the person has not studied. If a learner has read
 * lessons, or the server does not send how many, only the time is missing.
 */
export function hasNoStudy({ role, progress }: User): boolean {
  return role === undefined || role === 'STUDENT' ? progress?.readLessonCount === 0 : true;
}

/** Returns true if the server does not send the companies of people, so that a company's people are unknown. */
export function lacksCompanies(people: readonly User[]): boolean {
  return people.length > 0 && people.every(({ companyId }) => companyId === undefined);
}
