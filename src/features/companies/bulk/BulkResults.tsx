/**
 * The progress and results of a change of many people: who was changed, who was not and why, and a retry for the
 * latter.
 */
import { Button, Group, Stack, Text } from '@mantine/core';

import { nameOf } from '@/api/users';
import { Meter } from '@/ui/charts/Meter';
import { LeaveGuard } from '@/ui/forms/LeaveGuard';

import type { BulkRun } from './use-bulk-run';

import classes from './Bulk.module.css';

export interface BulkResultsProps {
  run: BulkRun;
  /** The text after the number of people in the result, e.g. 「名を利用停止にしました。」 ("… people were suspended"). */
  doneWords: string;
}

function Running({ done, failed, all, isWaiting, stop }: BulkRun) {
  return (
    <>
      <Group wrap="nowrap">
        <div className={classes.meter}>
          <Meter label="変更の進捗" done={done.length + failed.length} all={all} />
        </div>
        <Text size="sm">
          {done.length + failed.length} / {all}名
        </Text>
        <Button variant="default" onClick={stop}>
          止める
        </Button>
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {isWaiting ? 'サーバーが混み合っています。少し待ってから続けます。' : ''}
      </Text>
    </>
  );
}

function interruptionWords({ isNetworkGone, isSessionOver, left }: BulkRun): string {
  if (left.length === 0) return '';
  if (isNetworkGone) return `接続が切れたため、${left.length}名が残っています。`;
  if (isSessionOver) return `ログインの期限が切れたため、${left.length}名が残っています。`;
  return `途中で止めたため、${left.length}名が残っています。`;
}

function summaryWords(run: BulkRun, doneWords: string): string {
  const { done, failed } = run;
  const changed = done.length > 0 ? `${done.length}${doneWords}` : '';
  return `${changed}${failed.length > 0 ? `${failed.length}名は変更できませんでした。` : ''}${interruptionWords(run)}`;
}

export function BulkResults({ run, doneWords }: BulkResultsProps) {
  const { done, failed, left, isRunning } = run;
  const againCount = failed.length + left.length;
  return (
    <Stack gap="xs">
      <LeaveGuard isDirty={() => isRunning} coversSearch consequence="変更は途中で止まります。" isLoss={false} />
      {isRunning && <Running {...run} />}
      {!isRunning && (
        <Text fw={700} role="status">
          {summaryWords(run, doneWords)}
        </Text>
      )}
      <ul className={`${classes.results} hide-if-empty plain-list grid gap-4`} aria-label="できなかった人">
        {failed.map(({ row: { person }, reason }) => (
          <li key={person.id}>
            <span className="bold" translate="no">
              {nameOf(person)}
            </span>
            <span className="c-bad">{reason}</span>
          </li>
        ))}
      </ul>
      {done.length > 0 && (
        <details>
          <summary className={classes.summary}>変更した人（{done.length}名）</summary>
          <ul className={`${classes.results} hide-if-empty plain-list grid gap-4`} aria-label="変更した人">
            {done.map(({ row: { person } }) => (
              <li key={person.id} translate="no">
                {nameOf(person)}（{person.username ?? '–'}）
              </li>
            ))}
          </ul>
        </details>
      )}
      {!isRunning && againCount > 0 && (
        <Group>
          <Button onClick={() => void run.again()}>残りの{againCount}名をもう一度</Button>
        </Group>
      )}
    </Stack>
  );
}
