/** Previews an import row by row, then runs it and shows the result of each row. */
import { Button, Card, Group, Progress, Stack, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';

import { saveFile } from '@/device/download';
import type { WritableRow } from '@/queries/people/import-users';
import { toCsv } from '@/study/csv';
import { failedRows } from '@/study/people/failed-rows';
import type { RowFault } from '@/study/people/row-reader';
import { type Column, columnsOf, columnWords } from '@/study/people/user-cells';
import type { ImportRow } from '@/study/people/user-csv';
import { takeFocusOfForm } from '@/ui/keys/form-focus';
import type { DataColumn } from '@/ui/tables/data-table-types';
import { DataTable } from '@/ui/tables/DataTable';

import { ColumnsRead } from './ImportColumns';
import { ImportFaults } from './ImportFaults';
import { ImportResults } from './ImportResults';
import { useImport } from './use-import';

import '@mantine/core/styles/Progress.layer.css';
import type { ReadFile } from './use-open-file';

import classes from './ImportPlan.module.css';
import barClasses from '@/ui/forms/SaveBar.module.css';

/** Shows a running import: its progress, the time left and a stop button. */
function ImportProgress({ results, all, isWaiting, timeLeft, stop }: ReturnType<typeof useImport>) {
  return (
    <Stack gap={4}>
      <Group wrap="nowrap">
        <Progress.Root flex={1} bg="var(--m-track)">
          <Progress.Section
            value={(results.length / all.length) * 100}
            color="var(--m-primary)"
            aria-label="取り込みの進捗"
          />
        </Progress.Root>
        <Text size="sm" miw="6em" ta="end">
          {results.length} / {all.length}
        </Text>
        <Button variant="default" onClick={stop}>
          止める
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mih="1.6em" role="status">
        {isWaiting ? 'サーバーが混み合っています。少し待ってから続けます。' : timeLeft}
      </Text>
    </Stack>
  );
}

/**
 * Saves the passwords generated for an import as CSV, before people are added: the passwords are stored nowhere else.
 */
interface MadePasswordsProps {
  rows: readonly WritableRow[];
  isSaved: boolean;
  onSaved: () => void;
}

/** Returns the rows for which a password was generated. */
function rowsWithMadePassword(rows: readonly WritableRow[]): readonly WritableRow[] {
  return rows.filter(({ kind, isOwnPassword }) => kind === 'add' && !isOwnPassword);
}

function MadePasswords({ rows, isSaved, onSaved }: MadePasswordsProps) {
  const save = () => {
    const cells = rows.map(({ username, name, password }) => [username, name, password]);
    const text = toCsv([['ユーザー名', '氏名', 'パスワード'], ...cells]);
    void saveFile('初期パスワード.csv', text).then((outcome) => outcome === 'saved' && onSaved());
  };
  return (
    <Button variant={isSaved ? 'default' : 'filled'} onClick={save}>
      初期パスワードを保存（{rows.length}名）
    </Button>
  );
}

export interface ImportPlanProps {
  file: ReadFile;
  rows: readonly ImportRow[];
  /** Opens the choice of columns. */
  onColumns: () => void;
  /** Confirms the new user names that a spreadsheet may have changed. */
  onConfirmNames: () => void;
  /** The company from whose screen the import was opened. */
  companyId: string | undefined;
  /** Called when the import starts; from then on no other file may be opened. */
  onStart: () => void;
  onAgain: () => void;
}

const kinds = {
  add: '追加',
  change: '変更',
  same: '変更なし',
  known: '確認',
  ask: '未確認',
  faulty: '誤り',
} satisfies Record<ImportRow['kind'], string>;

type Tab = ImportRow['kind'];

interface CountsProps {
  rows: readonly ImportRow[];
  tab: Tab | undefined;
  onTab: (tab: Tab | undefined) => void;
}

/** The number of rows of each kind; pressing a kind shows only its rows. */
function Counts({ rows, tab, onTab }: CountsProps) {
  return (
    <div role="group" aria-label="内容で絞り込む" className="flex wrap gap-6">
      <UnstyledButton
        className={`${classes.count} touch border round tabular`}
        aria-pressed={tab === undefined}
        onClick={() => onTab(undefined)}
      >
        <span>すべて</span> <strong>{rows.length}名</strong>
      </UnstyledButton>
      {(Object.keys(kinds) as Tab[]).map((kind) => {
        const count = rows.filter((row) => row.kind === kind).length;
        if (count === 0) return null;
        return (
          <UnstyledButton
            key={kind}
            className={`${classes.count} touch border round tabular`}
            data-kind={kind}
            aria-pressed={tab === kind}
            onClick={() => onTab(tab === kind ? undefined : kind)}
          >
            <span>{kinds[kind]}</span> <strong>{count}名</strong>
          </UnstyledButton>
        );
      })}
    </div>
  );
}

const toReason = ({ column, reason }: RowFault) => `${column}：${reason}`;

/** Lists the rows that seem to mean a different existing person, and the rows with something to check. */
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

/** Asks if new user names are right that a spreadsheet may have changed. */
function NamesToConfirm({ rows, onConfirm }: { rows: readonly ImportRow[]; onConfirm: () => void }) {
  const asked = rows.flatMap((row) => (row.kind === 'ask' ? [{ ...row, reasons: [row.reason] }] : []));
  if (asked.length === 0) return null;
  return (
    <Stack gap="xs" align="flex-start">
      <ImportFaults title="ユーザー名を確かめる行（まだ取り込みません）" faults={asked} />
      <Button size="sm" variant="default" onClick={onConfirm}>
        この{asked.length}名のユーザー名は正しい
      </Button>
    </Stack>
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

interface StartBarProps {
  all: readonly WritableRow[];
  onStart: () => void;
}

/** The bar with the steps before an import starts (saving new passwords, the start button); always visible. */
function StartBar({ all, onStart }: StartBarProps) {
  const made = rowsWithMadePassword(all);
  const [isSaved, setSaved] = useState(made.length === 0);
  return (
    <div className={`${barClasses.bar} no-print grid gap-8 border-top bg-surface shadow`}>
      <div className={barClasses.row}>
        <Text size="sm" className={barClasses.words}>
          {made.length > 0 && !isSaved && '初期パスワードはどこにも残りません。先にファイルに保存してください。'}
        </Text>
        {made.length > 0 && <MadePasswords rows={made} isSaved={isSaved} onSaved={() => setSaved(true)} />}
        <Button onClick={onStart} disabled={!isSaved}>
          {all.length}名を取り込む
        </Button>
      </div>
    </div>
  );
}

/** Lists the people that the file would not change. */
function Unchanged({ rows }: { rows: readonly ImportRow[] }) {
  const same = rows.filter(({ kind }) => kind === 'same');
  return (
    <ul className={`${classes.same} plain-list grid gap-4 overflow-auto`} aria-label="変更のない行">
      {same.map(({ line, name, username }) => (
        <li key={line}>
          {line}行目 <span translate="no">{[name, username].join(' ')}</span>
        </li>
      ))}
    </ul>
  );
}

type Written = Extract<ImportRow, { kind: 'add' | 'change' }>;

/** The kinds of change; those that most need a check come first. */
const changeKinds = { renamed: '氏名の変更', change: 'ほかの変更', add: '追加' } as const;
type Kind = keyof typeof changeKinds;
const order = Object.keys(changeKinds);

function kindOf(row: Written): Kind {
  if (row.kind === 'add') return 'add';
  return row.words.includes(columnWords('name')) ? 'renamed' : 'change';
}

function wordsOf(row: Written): string {
  return row.kind === 'add' ? changeKinds.add : `変更（${row.words.join('・')}）`;
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

/** Previews what an import would write: the current and the new values, changes of existing people first. */
function ImportChanges({ rows }: { rows: readonly ImportRow[] }) {
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

/** Previews the import: the rows of the chosen kind, or of all kinds. */
function Preview({
  rows,
  tab,
  onConfirmNames,
}: Pick<CountsProps, 'rows' | 'tab'> & Pick<ImportPlanProps, 'onConfirmNames'>) {
  const isShown = (...shown: Tab[]) => tab === undefined || shown.includes(tab);
  const chosen = rows.filter(({ kind }) => tab === undefined || kind === tab);
  const hasWritten = chosen.some(({ kind }) => kind === 'add' || kind === 'change');
  return (
    <>
      {isShown('faulty') && <FileFaults rows={rows} />}
      <NamesToConfirm rows={chosen} onConfirm={onConfirmNames} />
      <FileNotices rows={chosen} />
      {tab === 'same' && <Unchanged rows={rows} />}
      {hasWritten && <ImportChanges rows={chosen} />}
    </>
  );
}

export function ImportPlan({ file, rows, companyId, onStart, onAgain, ...ask }: ImportPlanProps) {
  const run = useImport(rows);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isStarted, setStarted] = useState(false);
  const [tab, setTab] = useState<Tab>();
  // Focus the heading, because the preview is read next and the start button disappears.
  useEffect(() => takeFocusOfForm(heading.current), [isStarted]);
  const start = () => {
    setStarted(true);
    onStart();
    void run.goOn();
  };
  return (
    <>
      <Card component="section" aria-labelledby="import-plan">
        <Stack gap="md">
          <h2 id="import-plan" className="m-0 text-xl break-anywhere" ref={heading} tabIndex={-1}>
            <span translate="no">{file.fileName}</span> の内容
          </h2>
          {!isStarted && <ColumnsRead file={file} onChoose={ask.onColumns} />}
          {!isStarted && <Counts rows={rows} tab={tab} onTab={setTab} />}
          {!isStarted && <Preview rows={rows} tab={tab} onConfirmNames={ask.onConfirmNames} />}
          {!isStarted && run.all.length === 0 && <Text>取り込むものはありません。</Text>}
          {run.isRunning && <ImportProgress {...run} />}
          {isStarted && <ImportResults run={run} companyId={companyId} onAgain={onAgain} />}
          {isStarted && <FileFaults rows={rows} />}
        </Stack>
      </Card>
      {!isStarted && run.all.length > 0 && <StartBar all={run.all} onStart={start} />}
    </>
  );
}
