/** Previews what an import would write: the current and the new values, changes of existing people first. */
import { Text } from '@mantine/core';
import { useMemo } from 'react';

import { type Column, columnsOf, columnWords } from '@/study/people/user-cells';
import type { ImportRow } from '@/study/people/user-csv';
import type { DataColumn } from '@/ui/tables/data-table-types';
import { DataTable } from '@/ui/tables/DataTable';

import classes from './ImportChanges.module.css';

type Written = Extract<ImportRow, { kind: 'add' | 'change' }>;

/** The kinds of change; those that most need a check come first. */
const kinds = { renamed: '氏名の変更', change: 'ほかの変更', add: '追加' } as const;
type Kind = keyof typeof kinds;
const order = Object.keys(kinds);

function kindOf(row: Written): Kind {
  if (row.kind === 'add') return 'add';
  return row.words.includes(columnWords('name')) ? 'renamed' : 'change';
}

function wordsOf(row: Written): string {
  return row.kind === 'add' ? kinds.add : `変更（${row.words.join('・')}）`;
}

/** The columns whose values are names, which page translators must not translate. */
const untranslatedColumns: ReadonlySet<Column> = new Set([
  'name',
  'nameKana',
  'username',
  'email',
  'company',
] satisfies Column[]);

function Cell({ row, column }: { row: Written; column: Column }) {
  const after = row.after[column] ?? '';
  const before = row.kind === 'change' ? (row.before[column] ?? '') : after;
  const translate = untranslatedColumns.has(column) ? 'no' : undefined;
  if (before === after)
    return (
      <span className={classes.cell} translate={translate}>
        {after || '–'}
      </span>
    );
  return (
    <span className={classes.cell} data-changed translate={translate}>
      <del>{before || '記録なし'}</del> → <strong>{after || '記録なし'}</strong>
    </span>
  );
}

const leading: readonly DataColumn<Written>[] = [
  {
    id: 'kind',
    header: '内容',
    sortValue: (row) => order.indexOf(kindOf(row)),
    cell: (row) => (
      <span className={classes.kind} data-kind={kindOf(row)}>
        {wordsOf(row)}
      </span>
    ),
  },
  { id: 'line', header: '行', sortValue: ({ line }) => line, cell: ({ line }) => line, isAtEnd: true },
];

/** @param hasNameKana true if the file has readings of names; each is shown below its name. */
function columnsFor(hasNameKana: boolean): readonly DataColumn<Written>[] {
  const written = columnsOf(false).filter((column) => column !== 'password');
  const cells = written.map((column): DataColumn<Written> => ({
    id: column,
    header: columnWords(column),
    sortValue: ({ after }) => (column === 'name' && after.nameKana) || (after[column] ?? ''),
    cell: (row) => (
      <span className={row.kind === 'add' ? `${classes.line} nowrap` : undefined}>
        <Cell row={row} column={column} />
        {hasNameKana && column === 'name' && (
          <span className={classes.kana}>
            <span className={classes.kanaLabel}>フリガナ</span> <Cell row={row} column="nameKana" />
          </span>
        )}
      </span>
    ),
  }));
  return [...leading, ...cells];
}

function Renamed({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Text role="note" className={classes.renamed}>
      氏名が変わる人が{count}名います。同じユーザー名を使う別の人ではないか、確かめてください。
    </Text>
  );
}

export function ImportChanges({ rows }: { rows: readonly ImportRow[] }) {
  const columns = useMemo(() => columnsFor(rows.some(({ cells }) => cells.nameKana !== undefined)), [rows]);
  const written = useMemo(
    () => rows.filter((row): row is Written => row.kind === 'add' || row.kind === 'change'),
    [rows],
  );
  return (
    <>
      <Renamed count={written.filter((row) => kindOf(row) === 'renamed').length} />
      <DataTable
        name="追加と変更の内容"
        unit="名"
        columns={columns}
        rows={written}
        getId={({ line }) => String(line)}
        searchText={({ after }) => Object.values(after).join(' ')}
        empty="条件に合う行はありません。"
      />
    </>
  );
}
