/** Filters of a table as chips, each with the number of rows that it shows. */
import { UnstyledButton } from '@mantine/core';

import classes from './CountChips.module.css';

export interface CountChip<T extends string> {
  /** The filter's value; undefined for all rows. */
  value: T | undefined;
  label: string;
  /** The number of rows as it is shown; undefined while it is not known. */
  count: string | undefined;
  /** True to show the number in the colour of errors. */
  isBad?: boolean;
}

export interface CountChipsProps<T extends string> {
  label: string;
  chips: readonly CountChip<T>[];
  /** The chosen filter; undefined for all rows. */
  value: T | undefined;
  /** Called with the chosen filter; a second press on a chip chooses all rows (undefined). */
  onChange: (value: T | undefined) => void;
}

export function CountChips<T extends string>({ label, chips, value: chosen, onChange }: CountChipsProps<T>) {
  return (
    <div role="group" aria-label={label} className="flex wrap gap-4">
      {chips.map(({ value, label: name, count, isBad }) => (
        <UnstyledButton
          key={value ?? ''}
          className={`${classes.chip} min-w-44 touch c-muted tabular`}
          data-bad={isBad || undefined}
          aria-pressed={chosen === value}
          onClick={() => onChange(chosen === value ? undefined : value)}
        >
          <span>{name}</span> <strong>{count}</strong>
        </UnstyledButton>
      ))}
    </div>
  );
}
