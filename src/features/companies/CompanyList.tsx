/** Lists all companies, or the people of all companies. */
import { Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useSuspenseQuery, useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import IconSearch from '~icons/search';

import { type Company, FIGURES_PAGE_SIZE } from '@/api/companies';
import { percentOf } from '@/lib/percent';
import { useCan } from '@/queries/me';
import { companyQueries } from '@/queries/people/companies';
import { screens } from '@/session/screens';
import { now } from '@/storage/now';
import { Meter } from '@/ui/charts/Meter';
import { EmptyState } from '@/ui/EmptyState';
import { LinkButton } from '@/ui/LinkButton';
import { PageTitle } from '@/ui/PageTitle';
import { RelativeTime } from '@/ui/RelativeTime';
import type { DataColumn } from '@/ui/tables/data-table-types';
import { DataTableRows } from '@/ui/tables/DataTableRows';
import { TablePages } from '@/ui/tables/TablePages';
import { findRows } from '@/ui/tables/use-table-state';

import type { PeopleTableProps } from './people-table-props';
import { PeopleTable } from './PeopleTable';

import classes from './PeopleTable.module.css';
import '@mantine/core/styles/SegmentedControl.layer.css';

function Companies({ companies }: { companies: readonly Company[] }) {
  if (companies.length > 0) return <CompanyTable companies={companies} />;
  return (
    <EmptyState title="企業はまだありません">
      <Text size="sm" c="dimmed">
        「企業を追加」から始めてください。
      </Text>
    </EmptyState>
  );
}

type Searching = Pick<PeopleTableProps, 'search' | 'onSearch'>;

function PeopleActions() {
  return (
    <Group gap="xs">
      <LinkButton to="/users/new" search={{ by: 'csv' }} variant="default">
        CSVで追加・変更
      </LinkButton>
      <LinkButton to="/users/new">利用者を追加</LinkButton>
    </Group>
  );
}

export interface CompanyListProps extends Searching {
  view: 'companies' | 'people';
  onView: (view: 'companies' | 'people') => void;
}

export function CompanyList({ view, onView, ...searching }: CompanyListProps) {
  const { data: companies } = useSuspenseQuery(companyQueries.list());
  const canCreate = useCan('company.create');
  const isPeople = view === 'people';
  const actions = isPeople ? <PeopleActions /> : canCreate && <LinkButton to="/companies/new">企業を追加</LinkButton>;
  return (
    <Stack gap="md">
      <PageTitle actions={actions}>{screens['/_app/_staff/companies/'].title}</PageTitle>
      {/* Rendered for both choices, so that it keeps the focus while arrow keys switch between them. */}
      <SegmentedControl
        aria-label="表示するもの"
        data={[
          { value: 'companies', label: '企業' },
          { value: 'people', label: 'すべての利用者' },
        ]}
        value={view}
        onChange={onView}
        maw="24em"
      />
      {isPeople ? (
        <PeopleTable name="利用者" companies={companies} hasCompanies {...searching} />
      ) : (
        <Companies companies={companies} />
      )}
    </Stack>
  );
}

// The table of companies with the figures of their learners, 20 a page.

const columns: readonly DataColumn<Company>[] = [
  {
    id: 'name',
    header: '企業名',
    cell: ({ id, name, note }) => (
      <Link
        to="/companies/$companyId"
        params={{ companyId: id }}
        className={classes.person}
        aria-label={name}
        title={note ? `${name} ${note}` : name}
      >
        <span className={`${classes.line} ellipsis`} translate="no">
          <span className={`${classes.name} bold`}>{name}</span>
          {note && <span className={classes.username}>{note}</span>}
        </span>
      </Link>
    ),
  },
  {
    id: 'count',
    header: '利用者',
    cell: ({ userCount }) => (
      <span className={`${classes.time} block nowrap`}>{userCount === undefined ? '–' : `${userCount}名`}</span>
    ),
    isAtEnd: true,
  },
];

const figureColumns: readonly DataColumn<Company>[] = [
  {
    id: 'mean',
    header: '平均進捗率',
    cell: ({ name, figures }) =>
      figures ? (
        <span className={`${classes.progress} grid gap-6 items-center`}>
          <Meter label={`${name}の平均進捗率`} done={percentOf(figures.meanShare, 1)} all={100} />
          <span>{percentOf(figures.meanShare, 1)}%</span>
        </span>
      ) : (
        '–'
      ),
  },
  {
    id: 'behind',
    header: '遅れ',
    cell: ({ figures }) => (
      <span className={classes.late} data-some={(figures?.behindCount ?? 0) > 0 || undefined}>
        {figures ? `${figures.behindCount}名` : '–'}
      </span>
    ),
    isAtEnd: true,
  },
  {
    id: 'last',
    header: '最後の学習',
    cell: ({ figures }) => {
      const none = figures ? '記録なし' : '–';
      const at = figures?.lastStudiedAt;
      return (
        <span className={`${classes.time} block nowrap`}>
          {at ? <RelativeTime timestamp={at} nowMs={now()} /> : none}
        </span>
      );
    },
  },
];

/** Reads the figures of the companies on the screen: loads only those pages of the server's list that contain them. */
function useFigures(companies: readonly Company[], shown: readonly Company[]) {
  const places = new Map(companies.map(({ id }, index) => [id, Math.floor(index / FIGURES_PAGE_SIZE) + 1]));
  const pages = [...new Set(shown.map(({ id }) => places.get(id) ?? 1))];
  return useQueries({
    queries: pages.map((page) => companyQueries.figures(page)),
    combine: (answers) => ({
      figures: new Map(answers.flatMap(({ data }) => data ?? []).map(({ id, figures }) => [id, figures])),
      // A server may not send figures: the table then has no columns for them.
      isWithout: answers.some(({ data }) => data !== undefined && data.every(({ figures }) => figures === undefined)),
    }),
  });
}

/** @param companies all companies in the server's order, at least one. */
function CompanyTable({ companies }: { companies: readonly Company[] }) {
  const [words, setWords] = useState('');
  const [wanted, setPage] = useState(1);
  const found = findRows(companies, useDeferredValue(words), ({ name, note }) => `${name} ${note}`);
  const pages = Math.max(1, Math.ceil(found.length / FIGURES_PAGE_SIZE));
  const page = Math.min(wanted, pages);
  const shown = found.slice((page - 1) * FIGURES_PAGE_SIZE, page * FIGURES_PAGE_SIZE);
  const { figures, isWithout } = useFigures(companies, shown);
  return (
    <>
      <TextInput
        aria-label="企業を絞り込む"
        placeholder="絞り込む"
        type="search"
        leftSection={<IconSearch size={18} aria-hidden />}
        maw={360}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          setPage(1);
        }}
      />
      {found.length === 0 ? (
        <Text c="dimmed" role="status">
          条件に合う企業はありません。
        </Text>
      ) : (
        <DataTableRows
          name="企業"
          columns={isWithout ? columns : [...columns, ...figureColumns]}
          rows={shown.map((company) => ({ ...company, figures: figures.get(company.id) }))}
          getId={({ id }) => id}
        />
      )}
      <TablePages name="企業" pages={pages} page={page} onPage={setPage} />
    </>
  );
}
