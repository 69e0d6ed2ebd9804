/** The columns of tables of people: name, role, company, progress, last study and learning state. */
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import type { Company } from '@/api/companies';
import type { User } from '@/api/users';
import { percentOf } from '@/lib/percent';
import { useCapabilities } from '@/queries/capabilities';
import { now } from '@/storage/now';
import { roleNames } from '@/study/role-names';
import { stateNames } from '@/study/state-names';
import { Meter } from '@/ui/charts/Meter';
import { formatPercent } from '@/ui/formats';
import { RelativeTime } from '@/ui/RelativeTime';
import type { DataColumn } from '@/ui/tables/data-table-types';

import { lastStudyOf, stateOf, stateOrder } from './people-states';

import classes from './PeopleTable.module.css';

/** @param hasNameKana true if the server has the capability `name-kana`: people are then sorted by the reading of their names. */
const nameColumn = (hasNameKana: boolean): DataColumn<User> => ({
  id: 'name',
  header: '氏名',
  sortValue: ({ name, nameKana }) => (hasNameKana && nameKana) || name,
  cell: ({ id, name, username }) => (
    <Link
      to="/users/detail/$userId"
      params={{ userId: id }}
      className={classes.person}
      title={`${name} ${username}`}
      translate="no"
    >
      <span className={classes.line}>
        <span className={classes.name}>{name}</span>
        <span className={classes.username}>{username}</span>
      </span>
    </Link>
  ),
});

const roleColumn: DataColumn<User> = {
  id: 'role',
  header: '役割',
  sortValue: ({ role }) => roleNames[role],
  cell: ({ role }) => roleNames[role],
  isExtra: true,
};

const statusColumns: readonly DataColumn<User>[] = [
  {
    id: 'progress',
    header: '進捗',
    // Shows progress for learners only; people in other roles sort last.
    sortValue: ({ role, progress }) =>
      role === 'STUDENT' && progress ? percentOf(progress.readLessonCount, progress.lessonCount) : -1,
    cell: ({ name, role, progress }) =>
      role === 'STUDENT' && progress ? (
        <span className={classes.progress}>
          <Meter label={`${name}さんの進捗`} done={progress.readLessonCount} all={progress.lessonCount} />
          <span>{formatPercent(progress.readLessonCount, progress.lessonCount)}</span>
        </span>
      ) : (
        '–'
      ),
  },
  {
    id: 'last',
    header: '最後の学習',
    sortValue: (user) => Date.parse(lastStudyOf(user) ?? '') || 0,
    cell: (user) => {
      const at = lastStudyOf(user);
      return <span className={classes.time}>{at ? <RelativeTime timestamp={at} nowMs={now()} /> : '記録なし'}</span>;
    },
  },
  {
    id: 'state',
    header: '受講状況',
    sortValue: (user) => stateOrder.indexOf(stateOf(user)),
    cell: (user) => {
      const state = stateOf(user);
      return state ? (
        <span className={classes.state} data-state={state}>
          {stateNames[state]}
        </span>
      ) : (
        '–'
      );
    },
  },
];

export interface PeopleColumnsOptions {
  companies: readonly Company[];
  /** Adds a company column, for lists with people of several companies. */
  hasCompanies?: boolean;
}

export function usePeopleColumns({ companies, hasCompanies }: PeopleColumnsOptions) {
  const { hasNameKana } = useCapabilities();
  return useMemo(() => {
    const who = [nameColumn(hasNameKana), roleColumn];
    if (!hasCompanies) return [...who, ...statusColumns];
    const names = new Map(companies.map((company) => [company.id, company.name]));
    const companyOf = ({ companyId }: User) => (companyId && names.get(companyId)) || '企業なし';
    const cell = (user: User) => (
      <span className={classes.company} title={companyOf(user)} translate="no">
        <span className={classes.line}>{companyOf(user)}</span>
      </span>
    );
    const own: DataColumn<User> = { id: 'company', header: '企業', sortValue: companyOf, cell };
    return [...who, own, ...statusColumns];
  }, [companies, hasCompanies, hasNameKana]);
}
