/** A button that exports a list as a file; while the list is read, it shows progress and a way to stop. */
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { Meter } from '@/ui/charts/Meter';

import classes from './ExportButton.module.css';

export interface ExportButtonProps {
  label: string;
  isDisabled: boolean;
  progress: { done: number; all: number } | undefined;
  /** The accessible name of the progress, e.g. 「記録の読み込み」. */
  progressLabel: string;
  failure: string | undefined;
  onSave: () => void;
  onStop: () => void;
  note?: ReactNode;
}

export function ExportButton(props: ExportButtonProps) {
  const { label, isDisabled, progress, progressLabel, failure, onSave, onStop, note } = props;
  if (progress) {
    return (
      <Group gap="xs" className="grid gap-4 justify-items-end">
        <div className={classes.bar}>
          <Meter label={progressLabel} done={progress.done} all={progress.all} />
        </div>
        <Button size="sm" variant="default" onClick={onStop}>
          キャンセル
        </Button>
      </Group>
    );
  }
  return (
    <div className="grid gap-4 justify-items-end">
      <Button variant="default" onClick={onSave} disabled={isDisabled}>
        {label}
      </Button>
      {note}
      {failure && (
        <Text size="sm" role="alert" c="var(--m-bad)">
          {failure}
        </Text>
      )}
    </div>
  );
}
