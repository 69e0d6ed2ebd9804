/** A filter of a table, as a select. */
import { NativeSelect } from '@mantine/core';

import '@mantine/core/styles/Combobox.layer.css';
import classes from './DataTable.module.css';

export interface TableFilterProps<T extends string> {
  label: string;
  options: Readonly<Partial<Record<T, string>>>;
  /** The filter's value; '' for no filter. */
  value: T | '';
  onChange: (value: T | '') => void;
}

export function TableFilter<T extends string>({ label, options, value, onChange }: TableFilterProps<T>) {
  const keys = Object.keys(options) as T[];
  const data = keys.map((key) => ({ value: key as string, label: options[key] ?? key }));
  return (
    <NativeSelect
      className={classes.filter}
      aria-label={label}
      data={[{ value: '', label: `${label}：すべて` }, ...data]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as T | '')}
    />
  );
}
