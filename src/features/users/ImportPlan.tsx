/** What a file would do, row by row; then the import itself, with what became of each row. */
import { Button, Card, Group, Progress, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';

import { toCsv } from '@/queries/csv';
import { downloadText } from '@/queries/download';
import type { ImportRow } from '@/queries/user-csv';

import { ImportFaults } from './ImportFaults';
import { useImport } from './use-import';

import classes from './ImportPlan.module.css';

export interface ImportPlanProps {
  fileName: string;
  rows: readonly ImportRow[];
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

function Results({ run }: { run: ReturnType<typeof useImport> }) {
  const { results, left, isNetworkGone, isSessionOver } = run;
  const added = results.filter((result) => result.kind === 'added');
  const failed = results.filter((result) => result.kind === 'failed');
  const made = added.filter((result) => !result.isOwnPassword);
  const savePasswords = () => {
    const rows = made.map(({ username, name, password }) => [username, name, password]);
    downloadText('初期パスワード.csv', toCsv([['ユーザー名', '氏名', 'パスワード'], ...rows]));
  };
  const saveFailed = () => {
    const rows = failed.map(({ line, username, name, reason }) => [String(line), username, name, reason]);
    downloadText('取り込めなかった行.csv', toCsv([['行', 'ユーザー名', '氏名', '理由'], ...rows]));
  };
  return (
    <Stack gap="sm">
      <Text fw={700} role="status">
        追加 {added.length}件、変更 {results.length - added.length - failed.length}件、失敗 {failed.length}件
        {left.length > 0 && `、まだ ${left.length}件`}
      </Text>
      {isNetworkGone && (
        <Text role="alert">接続が切れたため、途中で止めました。つながったら「続きを取り込む」を押してください。</Text>
      )}
      {isSessionOver && (
        <Text role="alert">
          ログインの期限が切れたため、途中で止めました。別のタブでログインし直してから「続きを取り込む」を押してください。
        </Text>
      )}
      <ImportFaults title="取り込めなかった行" faults={failed.map((row) => ({ ...row, reasons: [row.reason] }))} />
      <Group>
        {left.length > 0 && <Button onClick={() => void run.goOn()}>続きを取り込む（{left.length}件）</Button>}
        {made.length > 0 && (
          <Button variant={left.length > 0 ? 'default' : 'filled'} onClick={savePasswords}>
            作ったパスワードを保存（{made.length}件）
          </Button>
        )}
        {failed.length > 0 && (
          <Button variant="default" onClick={saveFailed}>
            失敗した行をCSVで保存
          </Button>
        )}
      </Group>
      {made.length > 0 && (
        <Text size="sm" c="dimmed">
          作ったパスワードは、この画面を離れると二度と表示できません。
        </Text>
      )}
    </Stack>
  );
}

export function ImportPlan({ fileName, rows }: ImportPlanProps) {
  const run = useImport(rows);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isStarted, setStarted] = useState(false);
  const start = () => {
    setStarted(true);
    void run.goOn();
  };
  const faulty = rows.flatMap((row) => (row.kind === 'faulty' ? [row] : []));
  const faults = faulty.map((row) => ({
    ...row,
    reasons: row.faults.map((fault) => `${fault.column}：${fault.reason}`),
  }));
  return (
    <Card component="section" aria-labelledby="import-plan">
      <Stack gap="md">
        <h2 id="import-plan" className={classes.heading} ref={heading} tabIndex={-1}>
          {fileName} の内容
        </h2>
        <Counts rows={rows} />
        <ImportFaults title="誤りのある行（取り込みません）" faults={faults} />
        {!isStarted && <WrittenRows rows={rows} />}
        {!isStarted && run.count > 0 && (
          <Group>
            <Button onClick={start}>{run.count}件を取り込む</Button>
          </Group>
        )}
        {run.count === 0 && <Text>取り込むものはありません。</Text>}
        {run.isRunning && (
          <Group wrap="nowrap">
            <Progress.Root flex={1} bg="var(--m-track)">
              <Progress.Section
                value={(run.results.length / run.count) * 100}
                color="var(--m-primary)"
                aria-label="取り込みの進み"
              />
            </Progress.Root>
            <Text size="sm" miw="6em">
              {run.results.length} / {run.count}
            </Text>
            <Button variant="default" onClick={run.stop}>
              止める
            </Button>
          </Group>
        )}
        {isStarted && !run.isRunning && <Results run={run} />}
      </Stack>
    </Card>
  );
}
