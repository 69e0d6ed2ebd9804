/** Previews an import row by row, then runs it and shows the result of each row. */
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

import { saveFile } from '@/device/download';
import type { WritableRow } from '@/queries/import-users';
import { toCsv } from '@/study/csv';
import { failedRows } from '@/study/failed-rows';
import type { RowFault } from '@/study/row-reader';
import type { ImportRow } from '@/study/user-csv';
import { takeFocusOfForm } from '@/ui/form-focus';

import { ImportChanges } from './ImportChanges';
import { ImportFaults } from './ImportFaults';
import { ImportProgress } from './ImportProgress';
import { ImportResults } from './ImportResults';
import { MadePasswords, rowsWithMadePassword } from './MadePasswords';
import { useImport } from './use-import';

import classes from './ImportPlan.module.css';

export interface ImportPlanProps {
  fileName: string;
  rows: readonly ImportRow[];
  /** Called when the import starts; from then on another file must not replace this one. */
  onStart: () => void;
  onAgain: () => void;
}

const kinds = { add: '追加', change: '変更', same: '変更なし', known: '確認', faulty: '誤り' } satisfies Record<
  ImportRow['kind'],
  string
>;

function Counts({ rows }: { rows: readonly ImportRow[] }) {
  return (
    <dl className={classes.counts}>
      {(Object.keys(kinds) as ImportRow['kind'][]).map((kind) => {
        const count = rows.filter((row) => row.kind === kind).length;
        // Rare: the other four are always shown.
        if (kind === 'known' && count === 0) return null;
        return (
          <div key={kind} data-kind={kind} data-none={count === 0 || undefined}>
            <dt>{kinds[kind]}</dt>
            <dd>{count}件</dd>
          </div>
        );
      })}
    </dl>
  );
}

const toReason = ({ column, reason }: RowFault) => `${column}：${reason}`;

/** Lists the rows that seem to mean someone else, and what to check in the others. */
function FileNotices({ rows }: { rows: readonly ImportRow[] }) {
  const known = rows.flatMap((row) => (row.kind === 'known' ? [{ ...row, reasons: [row.reason] }] : []));
  const noticed = rows.flatMap((row) =>
    row.notices.length > 0 ? [{ ...row, reasons: row.notices.map(toReason) }] : [],
  );
  return (
    <>
      <ImportFaults title="すでにいる人と思われる行（取り込みません）" faults={known} />
      <ImportFaults title="確かめる行（このまま取り込めます）" faults={noticed} />
    </>
  );
}

/** Lists the faults of the file and offers the rejected rows as a file to correct. */
function FileFaults({ rows }: { rows: readonly ImportRow[] }) {
  const faults = rows.flatMap((row) => (row.kind === 'faulty' ? [{ ...row, reasons: row.faults.map(toReason) }] : []));
  if (faults.length === 0) return null;
  return (
    <Stack gap="xs" align="flex-start">
      <ImportFaults title="誤りのある行（取り込みません）" faults={faults} />
      <Button size="sm" variant="default" onClick={() => void saveFile('誤りのある行.csv', toCsv(failedRows(faults)))}>
        誤りのある行をCSVで保存
      </Button>
    </Stack>
  );
}

interface BeforeStartProps {
  rows: readonly ImportRow[];
  all: readonly WritableRow[];
  onStart: () => void;
}

/** The preview of the changes, with the steps before the import may start. */
function BeforeStart({ rows, all, onStart }: BeforeStartProps) {
  const made = rowsWithMadePassword(all);
  const [isSaved, setSaved] = useState(made.length === 0);
  if (all.length === 0) return <Text>取り込むものはありません。</Text>;
  return (
    <>
      <ImportChanges rows={rows} />
      {made.length > 0 && <MadePasswords rows={made} isSaved={isSaved} onSaved={() => setSaved(true)} />}
      <Group>
        <Button onClick={onStart} disabled={!isSaved}>
          {all.length}件を取り込む
        </Button>
      </Group>
    </>
  );
}

export function ImportPlan({ fileName, rows, onStart, onAgain }: ImportPlanProps) {
  const run = useImport(rows);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isStarted, setStarted] = useState(false);
  // The heading takes the focus, because the preview is read next and the start button disappears.
  useEffect(() => takeFocusOfForm(heading.current), [isStarted]);
  const start = () => {
    setStarted(true);
    onStart();
    void run.goOn();
  };
  return (
    <Card component="section" aria-labelledby="import-plan">
      <Stack gap="md">
        <h2 id="import-plan" className={classes.heading} ref={heading} tabIndex={-1}>
          <span translate="no">{fileName}</span> の内容
        </h2>
        <Counts rows={rows} />
        <FileFaults rows={rows} />
        {!isStarted && <FileNotices rows={rows} />}
        {!isStarted && <BeforeStart rows={rows} all={run.all} onStart={start} />}
        {run.isRunning && <ImportProgress {...run} />}
        {isStarted && <ImportResults run={run} onAgain={onAgain} />}
      </Stack>
    </Card>
  );
}
