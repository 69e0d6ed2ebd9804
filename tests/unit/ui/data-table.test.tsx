/** Tests a table of 2,000 rows: it renders one page; sorting and filtering cover all rows. */
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';

import type { DataColumn, TableState } from '@/ui/tables/data-table-types';
import { DataTable } from '@/ui/tables/DataTable';
import { findRows, sortRows } from '@/ui/tables/use-table-state';

interface Row {
  id: string;
  name: string;
  score: number;
}

// 7919 and 2000 are coprime: every score occurs once, in an order that looks random.
const rows: readonly Row[] = Array.from({ length: 2000 }, (_, index) => ({
  id: `r${index}`,
  name: `利用者${index}`,
  score: (index * 7919) % 2000,
}));
const columns: readonly DataColumn<Row>[] = [
  { id: 'name', header: '氏名', cell: ({ name }) => name, sortValue: ({ name }) => name },
  { id: 'score', header: '点', cell: ({ score }) => score, sortValue: ({ score }) => score, isAtEnd: true },
  { id: 'note', header: 'メモ', cell: () => '–', isExtra: true },
];

let count = 0;
function show(shown: readonly Row[] = rows) {
  // Each test uses a new table id, because a table remembers its state.
  count += 1;
  const table = (list: readonly Row[]) => (
    <MantineProvider>
      <DataTable
        name={`表${count}`}
        columns={columns}
        rows={list}
        getId={({ id }) => id}
        searchText={({ name }) => name}
        empty="まだありません。"
      />
    </MantineProvider>
  );
  const { rerender } = render(table(shown));
  return {
    user: userEvent.setup({ delay: null }),
    change: (list: readonly Row[]) => rerender(table(list)),
  };
}

const bodyRows = () => screen.getAllByRole('row').slice(1);
const cells = (column: number) => bodyRows().map((row) => within(row).getAllByRole('cell')[column]?.textContent);
const head = (name: string) => screen.getByRole('columnheader', { name });

afterEach(cleanup);

test('a table renders one page of its rows, ordered by the numbers in their names', () => {
  show();

  expect(bodyRows()).toHaveLength(50);
  expect(cells(0).slice(0, 3)).toEqual(['利用者0', '利用者1', '利用者2']);
  expect(screen.getByRole('status').textContent).toBe('2000件');
  expect(screen.getByRole('button', { name: '40ページ' })).toBeTruthy();
});

test("a column's header sorts all rows ascending and then descending, and announces it", async () => {
  const { user } = show();

  await user.click(within(head('点')).getByRole('button'));
  expect(cells(1).slice(0, 3)).toEqual(['0', '1', '2']);
  expect(head('点').getAttribute('aria-sort')).toBe('ascending');
  expect(head('氏名').getAttribute('aria-sort')).toBeNull();
  await user.click(within(head('点')).getByRole('button'));

  expect(cells(1).slice(0, 3)).toEqual(['1999', '1998', '1997']);
  expect(head('点').getAttribute('aria-sort')).toBe('descending');
  expect(within(head('メモ')).queryByRole('button')).toBeNull();
});

test("a table's filter searches all rows and returns to the first page", async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: '3ページ' }));
  expect(cells(0)[0]).toBe('利用者100');

  // Full-width digits in the filter match half-width ones in the table.
  await user.type(screen.getByRole('searchbox'), '１９９');

  expect(await screen.findByText('2000件中 12件')).toBeTruthy();
  expect(cells(0)[0]).toBe('利用者199');
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'いない');
  expect(await screen.findByText('条件に合うものはありません。')).toBeTruthy();
});

test("a table's page buttons move through the pages, and the page stays valid when rows are removed", async () => {
  const { user, change } = show();
  await user.click(screen.getByRole('button', { name: '40ページ' }));
  expect(cells(0)[0]).toBe('利用者1950');

  change(rows.slice(0, 60));

  expect(cells(0)).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: '前のページ' }));
  expect(cells(0)).toHaveLength(50);
});

test('the next-page button keeps the focus on the last page and is only aria-disabled', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: '40ページ' }));
  await user.click(screen.getByRole('button', { name: '39ページ' }));
  const next = screen.getByRole<HTMLButtonElement>('button', { name: '次のページ' });
  await user.click(next);
  expect(cells(0)[0]).toBe('利用者1950');
  expect([next.disabled, next.getAttribute('aria-disabled'), document.activeElement]).toEqual([false, 'true', next]);

  await user.click(next);
  expect(cells(0)[0]).toBe('利用者1950');
});

test('a table whose state the parent holds (controlled) shows that state and reports every change', async () => {
  const onChange = vi.fn<(state: TableState) => void>();
  const state = { words: '1500', sort: { columnId: 'score', isDown: true }, page: 1 };
  render(
    <MantineProvider>
      <DataTable
        name="表"
        columns={columns}
        rows={rows}
        getId={({ id }) => id}
        searchText={({ name }) => name}
        empty=""
        kept={{ state, onChange }}
        renderActions={(found) => <p>{found.length}行</p>}
      />
    </MantineProvider>,
  );
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('1500');
  expect(cells(0)).toEqual(['利用者1500']);
  expect(screen.getByText('1行')).toBeTruthy();

  await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: '氏名' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ ...state, sort: { columnId: 'name', isDown: false } });
});

test('a table without rows shows only the message that it is empty', () => {
  show([]);
  expect(screen.getByText('まだありません。')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

describe('filtering and sorting of tables', () => {
  test("a table's filter requires all words, in any order", () => {
    const found = findRows(rows, ' 99  利用者1 ', ({ name }) => name);
    expect(found.map(({ name }) => name)).toContain('利用者199');
    expect(found.every(({ name }) => name.includes('99') && name.includes('利用者1'))).toBe(true);
  });

  test('table rows with equal values keep their order in both sort directions', () => {
    const alike: Row[] = ['b', 'a', 'c'].map((id) => ({ id, name: '同じ', score: 1 }));
    for (const isDown of [true, false]) {
      expect(sortRows(alike, columns, { columnId: 'name', isDown }).map(({ id }) => id)).toEqual(['b', 'a', 'c']);
    }
  });

  test('table rows without a value come last in both sort directions', () => {
    const sorted = (isDown: boolean) =>
      sortRows([2, undefined, 1], [{ id: 'n', header: '', cell: String, sortValue: (value) => value }], {
        columnId: 'n',
        isDown,
      });

    expect([sorted(false), sorted(true)]).toEqual([
      [1, 2, undefined],
      [2, 1, undefined],
    ]);
  });
});
