/** What a file would do, row by row; then the import itself, with what became of each row. */
import { Button, Card, Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

import { downloadText } from '@/device/download';
import { toCsv } from '@/study/csv';
import { failedRows } from '@/study/failed-rows';
import type { ImportRow } from '@/study/user-csv';

import { ImportFaults } from './ImportFaults';
import { ImportResults } from './ImportResults';
import { useImport } from './use-import';

import classes from './ImportPlan.module.css';

export interface ImportPlanProps {
  fileName: string;
  rows: readonly ImportRow[];
  /** The import has begun: no other file may take its place. */
  onStart: () => void;
  onAgain: () => void;
}

const kinds = { add: '追加', change: '変更', same: '変更なし', faulty: '誤り' } satisfies Record<
  ImportRow['kind'],
  string
>;

function Counts({ rows }: { rows: readonly ImportRow[] }) {
  return (
    <dl className={classes.counts}>
      {(Object.keys(kinds) as ImportRow['kind'][]).map((kind) => (
        <div key={kind} data-kind={kind}>
          <dt>{kinds[kind]}</dt>
          <dd>{rows.filter((row) => row.kind === kind).length}件</dd>
        </div>
      ))}
    </dl>
  );
}

/** The rows that would write something; a long list scrolls by itself. */
function WrittenRows({ rows }: { rows: readonly ImportRow[] }) {
  const written = rows.filter((row) => row.kind === 'add' || row.kind === 'change');
  if (written.length === 0) return null;
  const scroll = { role: 'region', tabIndex: 0, 'aria-label': '追加と変更の内容' };
  return (
    <div className={classes.rows} {...scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">行</th>
            <th scope="col">内容</th>
            <th scope="col">ユーザー名</th>
            <th scope="col">氏名</th>
          </tr>
        </thead>
        <tbody>
          {written.map((row) => (
            <tr key={row.line}>
              <td>{row.line}</td>
              <td>{row.kind === 'change' ? `変更（${row.words.join('・')}）` : kinds[row.kind]}</td>
              <td>{row.username}</td>
              <td>{row.name}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RunProgress({ results, count, isWaiting, stop }: ReturnType<typeof useImport>) {
  return (
    <Stack gap={4}>
      <Group wrap="nowrap">
        <Progress.Root flex={1} bg="var(--m-track)">
          <Progress.Section
            value={(results.length / count) * 100}
            color="var(--m-primary)"
            aria-label="取り込みの進み"
          />
        </Progress.Root>
        <Text size="sm" miw="6em" ta="end">
          {results.length} / {count}
        </Text>
        <Button variant="default" onClick={stop}>
          止める
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mih="1.6em" role="status">
        {isWaiting && 'サーバーが混み合っています。少し待ってから続けます。'}
      </Text>
    </Stack>
  );
}

/** What is wrong in the file, and the same rows to put right. */
function FileFaults({ rows }: { rows: readonly ImportRow[] }) {
  const faults = rows.flatMap((row) =>
    row.kind === 'faulty' ? [{ ...row, reasons: row.faults.map(({ column, reason }) => `${column}：${reason}`) }] : [],
  );
  if (faults.length === 0) return null;
  return (
    <Stack gap="xs" align="flex-start">
      <ImportFaults title="誤りのある行（取り込みません）" faults={faults} />
      <Button size="sm" variant="default" onClick={() => downloadText('誤りのある行.csv', toCsv(failedRows(faults)))}>
        誤りのある行をCSVで保存
      </Button>
    </Stack>
  );
}

export function ImportPlan({ fileName, rows, onStart, onAgain }: ImportPlanProps) {
  const run = useImport(rows);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isStarted, setStarted] = useState(false);
  // What the file would do is what there is to read next; and the button that starts it goes.
  useEffect(() => heading.current?.focus(), [isStarted]);
  const start = () => {
    setStarted(true);
    onStart();
    void run.goOn();
  };
  return (
    <Card component="section" aria-labelledby="import-plan">
      <Stack gap="md">
        <h2 id="import-plan" className={classes.heading} ref={heading} tabIndex={-1}>
          {fileName} の内容
        </h2>
        <Counts rows={rows} />
        <FileFaults rows={rows} />
        {!isStarted && <WrittenRows rows={rows} />}
        {!isStarted && run.count > 0 && (
          <Group>
            <Button onClick={start}>{run.count}件を取り込む</Button>
          </Group>
        )}
        {run.count === 0 && <Text>取り込むものはありません。</Text>}
        {run.isRunning && <RunProgress {...run} />}
        {isStarted && <ImportResults run={run} onAgain={onAgain} />}
      </Stack>
    </Card>
  );
}
