/** The checkbox column of a table of people, and the button that selects all people found. */
import { Button, Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';

import { nameOf, type User } from '@/api/users';
import { describeActionError } from '@/queries/save-errors';
import { showToast } from '@/ui/notices/toast';
import type { DataColumn } from '@/ui/tables/data-table-types';

import type { Selection } from './use-selection';

import classes from './Bulk.module.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

const selectionColumn = ({ has, toggle }: Selection): DataColumn<User> => ({
  id: 'selected',
  header: '選択',
  cell: (person) => (
    // The label makes the checkbox's touch target 44 px large.
    <label className={classes.check} htmlFor={`select-${person.id}`}>
      <Checkbox
        id={`select-${person.id}`}
        aria-label={`${nameOf(person)}さんを選ぶ`}
        checked={has(person.id)}
        onChange={() => toggle(person)}
      />
    </label>
  ),
});

/** Returns a table's columns with a checkbox column in front. */
export function useSelectionColumns(selection: Selection, columns: readonly DataColumn<User>[]) {
  return useMemo(() => [selectionColumn(selection), ...columns], [selection, columns]);
}

export interface SelectAllProps {
  count: number;
  selection: Selection;
  /** Reads all people that match the filter, on all pages. */
  read: () => Promise<readonly User[]> | readonly User[];
}

export function SelectAll({ count, selection, read }: SelectAllProps) {
  const [isLoading, setLoading] = useState(false);
  const selectAll = async () => {
    setLoading(true);
    try {
      selection.replace(await read());
    } catch (error) {
      void showToast('error', describeActionError(error));
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button variant="default" loading={isLoading} disabled={count === 0} onClick={() => void selectAll()}>
      {count}名すべてを選ぶ
    </Button>
  );
}
