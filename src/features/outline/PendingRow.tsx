/** The row of a title that is being added to the outline, or that could not be added. */
import { Button, Text } from '@mantine/core';

import type { NewRow } from './use-new-row';

import fields from './OutlineFields.module.css';
import classes from './OutlineRow.module.css';

export function PendingRow({ row: { pending, levelOf, retry, takeBack } }: { row: NewRow }) {
  if (!pending) return null;
  const { title, kind, problem } = pending;
  return (
    <li className={classes.item} data-level={levelOf(kind)} aria-busy={problem === undefined}>
      <div className={classes.row}>
        <span className={fields.pending}>{title}</span>
      </div>
      {problem !== undefined && (
        <div role="alert" className={`${classes.failed} row wrap gap-4-12 rounded-sm regular edge`}>
          <Text size="sm">追加できませんでした。{problem}</Text>
          <Button size="sm" variant="light" onClick={retry}>
            もう一度
          </Button>
          <Button size="sm" variant="subtle" onClick={takeBack}>
            追加しない
          </Button>
        </div>
      )}
    </li>
  );
}
