/** The Japanese names of learners' statuses. */
import type { PersonState } from '@/api/users';

export const stateNames: Readonly<Record<PersonState, string>> = {
  behind: '遅れ',
  unstarted: '未開始',
  steady: '順調',
  finished: '修了',
  suspended: '利用停止',
};
