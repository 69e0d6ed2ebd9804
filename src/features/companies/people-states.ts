/** The learning states of people and their Japanese names, for tables and files. */
import type { PersonState } from '@/api/users';
import type { User } from '@/api/users';
import { now } from '@/storage/now';
import { learnerStatusOf } from '@/study/learner-status';

export const states: Readonly<Record<PersonState, string>> = {
  behind: '遅れ',
  unstarted: '未開始',
  steady: '順調',
  finished: '修了',
  suspended: '利用停止',
};
export type State = PersonState;

export function stateOf(user: User): State | undefined {
  if (!user.active) return 'suspended';
  return user.role === 'STUDENT' ? (user.state ?? learnerStatusOf(user, now())) : undefined;
}

/** The sort order: learners who need attention first; `undefined` is a person without a learning state (not a learner). */
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
