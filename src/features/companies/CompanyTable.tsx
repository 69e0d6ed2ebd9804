/** The table of companies with the figures of their learners, 20 a page. */
import { Text, TextInput } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';

import { type Company, FIGURES_PAGE_SIZE } from '@/api/companies';
import { percentOf } from '@/lib/percent';
import { companyQueries } from '@/queries/companies';
import { now } from '@/storage/now';
import { Meter } from '@/ui/charts/Meter';
import { IconSearch } from '@/ui/icons';
import { RelativeTime } from '@/ui/RelativeTime';
import type { DataColumn } from '@/ui/tables/data-table-types';
import { DataTableRows } from '@/ui/tables/DataTableRows';
import { TablePages } from '@/ui/tables/TablePages';
import { findRows } from '@/ui/tables/use-table-state';

import classes from './PeopleTable.module.css';

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
        <span className={classes.line} translate="no">
          <span className={classes.name}>{name}</span>
          {note && <span className={classes.username}>{note}</span>}
        </span>
      </Link>
    ),
  },
  {
    id: 'count',
    header: '利用者',
    cell: ({ userCount }) => <span className={classes.time}>{userCount === undefined ? '–' : `${userCount}名`}</span>,
    isAtEnd: true,
  },
];

const figureColumns: readonly DataColumn<Company>[] = [
  {
    id: 'mean',
    header: '平均進捗率',
    cell: ({ name, figures }) =>
      figures ? (
        <span className={classes.progress}>
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
      return <span className={classes.time}>{at ? <RelativeTime timestamp={at} nowMs={now()} /> : none}</span>;
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
export function CompanyTable({ companies }: { companies: readonly Company[] }) {
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
