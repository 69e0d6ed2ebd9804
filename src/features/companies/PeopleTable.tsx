/** People with their progress: who they are, how far, when they last studied, and who is behind. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';

import type { Company } from '@/api/companies';
import type { User } from '@/api/users';
import { percentOf } from '@/percent';
import { useAbility } from '@/queries/abilities';
import { type Role, roles } from '@/session/roles';
import { now } from '@/storage/now';
import { roleNames } from '@/study/role-names';
import { Meter } from '@/ui/charts/Meter';
import { formatPercent } from '@/ui/formats';
import { RelativeTime } from '@/ui/RelativeTime';
import type { DataColumn } from '@/ui/tables/data-table-types';
import { DataTable } from '@/ui/tables/DataTable';
import { TableFilter } from '@/ui/tables/TableFilter';

import { type PeopleSearch, searchOf, tableStateOf } from './people-search';
import { lastStudyOf, stateOf, stateOrder, states } from './people-states';
import { SavePeople } from './SavePeople';

import classes from './PeopleTable.module.css';

/** @param hasKana the server has the ability `name-kana`: names stand in the order in which they are read. */
const nameColumn = (hasKana: boolean): DataColumn<User> => ({
  id: 'name',
  header: '氏名',
  sortValue: ({ name, nameKana }) => (hasKana && nameKana) || name,
  cell: ({ id, name, username }) => (
    <Link to="/users/detail/$userId" params={{ userId: id }} className={classes.person}>
      <span className={classes.name}>{name}</span>
      <span className={classes.username}>{username}</span>
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

const standingColumns: readonly DataColumn<User>[] = [
  {
    id: 'progress',
    header: '進み',
    // Nobody waits for the reading of those who look after others.
    sortValue: ({ role, progress }) =>
      role === 'STUDENT' && progress ? percentOf(progress.readLessonCount, progress.lessonCount) : -1,
    cell: ({ name, role, progress }) =>
      role === 'STUDENT' && progress ? (
        <span className={classes.progress}>
          <Meter label={`${name}さんの進み`} done={progress.readLessonCount} all={progress.lessonCount} />
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
      return (
        <span className={classes.time}>{at ? <RelativeTime timestamp={at} nowMs={now()} /> : 'まだありません'}</span>
      );
    },
  },
  {
    id: 'state',
    header: '状態',
    sortValue: (user) => stateOrder.indexOf(stateOf(user)),
    cell: (user) => {
      const state = stateOf(user);
      return state ? (
        <span className={classes.state} data-state={state}>
          {states[state]}
        </span>
      ) : (
        '–'
      );
    },
  },
];

const getId = ({ id }: User) => id;

function pickRoles(present: readonly Role[]): Partial<Record<Role, string>> {
  return Object.fromEntries(present.map((role) => [role, roleNames[role]]));
}

export interface PeopleTableProps {
  name: string;
  people: readonly User[];
  companies: readonly Company[];
  /** People of several companies are listed: a column says whose they are. */
  hasCompanies?: boolean;
  /** How the table stands at first, and whom to tell when that changes. */
  search: PeopleSearch;
  onSearch: (search: PeopleSearch) => void;
  empty: ReactNode;
}

/** Kept here, where typing is quick, and told on. */
function useSearch({ search, onSearch }: Pick<PeopleTableProps, 'search' | 'onSearch'>) {
  const [current, setCurrent] = useState(search);
  const change = (changes: PeopleSearch) => {
    const changed = { ...current, ...changes };
    setCurrent(changed);
    onSearch(changed);
  };
  return { state: current.state ?? '', role: current.role ?? '', current, change } as const;
}

function useColumns({ companies, hasCompanies }: Pick<PeopleTableProps, 'companies' | 'hasCompanies'>) {
  const hasKana = useAbility('name-kana');
  return useMemo(() => {
    const who = [nameColumn(hasKana), roleColumn];
    if (!hasCompanies) return [...who, ...standingColumns];
    const names = new Map(companies.map((company) => [company.id, company.name]));
    const companyOf = ({ companyId }: User) => (companyId && names.get(companyId)) || 'なし';
    const cell = (user: User) => <span className={classes.company}>{companyOf(user)}</span>;
    const own: DataColumn<User> = { id: 'company', header: '企業', sortValue: companyOf, cell };
    return [...who, own, ...standingColumns];
  }, [companies, hasCompanies, hasKana]);
}

export function PeopleTable(props: PeopleTableProps) {
  const { name, people, companies, empty } = props;
  const { state, role, current, change } = useSearch(props);
  const shown = useColumns(props);
  const rows = useMemo(
    () => people.filter((user) => (!state || stateOf(user) === state) && (!role || user.role === role)),
    [people, state, role],
  );
  if (people.length === 0) return empty;
  const presentRoles = roles.filter((each) => people.some((user) => user.role === each));
  return (
    <DataTable
      name={name}
      columns={shown}
      rows={rows}
      getId={getId}
      searchText={({ name: words, nameKana, username, email }) => [words, nameKana, username, email].join(' ')}
      kept={{ state: tableStateOf(current), onChange: (table) => change(searchOf(table)) }}
      filters={
        <>
          <TableFilter
            label="状態"
            options={states}
            value={state}
            onChange={(next) => change({ state: next || undefined, page: undefined })}
          />
          {presentRoles.length > 1 && (
            <TableFilter
              label="役割"
              options={pickRoles(presentRoles)}
              value={role}
              onChange={(next) => change({ role: next || undefined, page: undefined })}
            />
          )}
        </>
      }
      renderActions={(found) => <SavePeople name={name} people={found} companies={companies} />}
      empty="条件に合う人はいません。"
    />
  );
}
