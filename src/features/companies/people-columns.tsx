/** The columns of tables of people: name, role, company, progress, last study and learning state. */
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import type { Company } from '@/api/companies';
import { nameOf, type User } from '@/api/users';
import { percentOf } from '@/lib/percent';
import { now } from '@/storage/now';
import { stateNames } from '@/study/outline/state-names';
import { roleName, roleNames } from '@/study/people/role-names';
import { Meter } from '@/ui/charts/Meter';
import { formatPercent } from '@/ui/formats';
import { RelativeTime } from '@/ui/RelativeTime';
import { StateMark } from '@/ui/StateMark';
import type { DataColumn } from '@/ui/tables/data-table-types';

import { hasNoStudy, lastStudyOf, stateOf, stateOrder } from './people-states';

import classes from './PeopleTable.module.css';

/** People are sorted by the readings of their names, where these are known. */
const nameColumn: DataColumn<User> = {
  id: 'name',
  header: '氏名',
  sortValue: ({ name, nameKana, username }) => nameKana || nameOf({ name, username }),
  cell: ({ id, name, username }) => (
    <Link
      to="/users/detail/$userId"
      params={{ userId: id }}
      className={classes.person}
      title={[name, username].join(' ')}
      translate="no"
    >
      <span className={`${classes.line} ellipsis`}>
        <span className={`${classes.name} bold`}>{nameOf({ name, username })}</span>
        <span className={classes.username}>{username}</span>
      </span>
    </Link>
  ),
};

const roleColumn: DataColumn<User> = {
  id: 'role',
  header: '役割',
  sortValue: ({ role }) => role && roleNames[role],
  cell: ({ role }) => roleName(role),
  isExtra: true,
};

/** Returns the numbers of read lessons and of all lessons of a learner. */
function lessonsOf({ role, progress }: User) {
  const { readLessonCount, lessonCount } = (role === 'STUDENT' && progress) || {};
  return [readLessonCount, lessonCount] as const;
}

const statusColumns: readonly DataColumn<User>[] = [
  {
    id: 'progress',
    header: '進捗',
    // Shows progress for learners only.
    sortValue: (user) => percentOf(...lessonsOf(user)),
    cell: (user) => {
      const [done, all] = lessonsOf(user);
      return (
        <span className={`${classes.progress} grid gap-6 items-center`}>
          <Meter label={`${nameOf(user)}さんの進捗`} done={done} all={all} />
          <span>{formatPercent(done, all)}</span>
        </span>
      );
    },
  },
  {
    id: 'last',
    header: '最後の学習',
    sortValue: (user) => lastStudyOf(user),
    cell: (user) => {
      const at = lastStudyOf(user);
      const none = hasNoStudy(user) ? '記録なし' : '–';
      return (
        <span className={`${classes.time} block nowrap`}>
          {at ? <RelativeTime timestamp={at} nowMs={now()} /> : none}
        </span>
      );
    },
  },
  {
    id: 'state',
    header: '受講状況',
    sortValue: (user) => stateOrder.indexOf(stateOf(user)),
    cell: (user) => {
      const state = stateOf(user);
      return state ? <StateMark state={state}>{stateNames[state]}</StateMark> : '–';
    },
  },
];

export interface PeopleColumnsOptions {
  companies: readonly Company[];
  /** Adds a company column, for lists with people of several companies. */
  hasCompanies?: boolean;
}

export function usePeopleColumns({ companies, hasCompanies }: PeopleColumnsOptions) {
  return useMemo(() => {
    const who = [nameColumn, roleColumn];
    if (!hasCompanies) return [...who, ...statusColumns];
    const names = new Map(companies.map((company) => [company.id, company.name]));
    const companyOf = ({ companyId }: User) =>
      companyId ? names.get(companyId) : companyId === null ? '企業なし' : undefined;
    const cell = (user: User) => (
      <span className={classes.company} title={companyOf(user)} translate="no">
        <span className={`${classes.line} ellipsis`}>{companyOf(user) ?? '–'}</span>
      </span>
    );
    const own: DataColumn<User> = { id: 'company', header: '企業', sortValue: companyOf, cell };
    return [...who, own, ...statusColumns];
  }, [companies, hasCompanies]);
}
