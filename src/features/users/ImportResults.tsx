/** What became of an import: counts, what failed and why, the passwords to hand over, and how to go on. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import { downloadText } from '@/device/download';
import { toCsv } from '@/study/csv';
import { failedRows } from '@/study/failed-rows';
import { LeaveGuard } from '@/ui/forms/LeaveGuard';

import { ImportFaults } from './ImportFaults';
import type { useImport } from './use-import';

export interface ImportResultsProps {
  run: ReturnType<typeof useImport>;
  /** Another file is wanted. */
  onAgain: () => void;
}

/** Passwords that only this page knows; also of those whose row is not finished. */
function madePasswords({ results, left }: ImportResultsProps['run']): string[][] {
  const added = results.filter((result) => result.kind === 'added');
  const begun = left.filter(({ addedId }) => addedId !== undefined);
  return [...added, ...begun]
    .filter(({ isOwnPassword }) => !isOwnPassword)
    .map(({ username, name, password }) => [username, name, password]);
}

function faultsOf({ results }: ImportResultsProps['run']) {
  return results.flatMap((result) => {
    const reason = result.kind === 'failed' ? result.reason : result.kind === 'added' && result.fault;
    return reason ? [{ ...result, reasons: [reason] }] : [];
  });
}

function Interruption({ isNetworkGone, isSessionOver }: ImportResultsProps['run']) {
  if (isNetworkGone) {
    return (
      <Text role="alert">接続が切れたため、途中で止めました。つながったら「続きを取り込む」を押してください。</Text>
    );
  }
  if (!isSessionOver) return null;
  return (
    <Text role="alert">
      ログインの期限が切れたため、途中で止めました。別のタブでログインし直してから「続きを取り込む」を押してください。
    </Text>
  );
}

function Summary({ run: { results, left } }: Pick<ImportResultsProps, 'run'>) {
  const count = (kind: (typeof results)[number]['kind']) => results.filter((result) => result.kind === kind).length;
  return (
    <Text fw={700} role="status">
      追加 {count('added')}件、変更 {count('changed')}件、失敗 {count('failed')}件
      {left.length > 0 && `、まだ ${left.length}件`}
    </Text>
  );
}

export function ImportResults({ run, onAgain }: ImportResultsProps) {
  const [saved, setSaved] = useState(0);
  const { left, isRunning } = run;
  const made = madePasswords(run);
  const faults = faultsOf(run);
  const isUnsaved = made.length > saved;
  const isOpen = isRunning || left.length > 0 || isUnsaved;
  const savePasswords = () => {
    downloadText('初期パスワード.csv', toCsv([['ユーザー名', '氏名', 'パスワード'], ...made]));
    setSaved(made.length);
  };
  const guard = (
    <LeaveGuard
      isDirty={() => isOpen}
      coversSearch
      consequence="取り込みは途中で止まり、作ったパスワードは二度と表示できません。"
    />
  );
  if (isRunning) return guard;
  return (
    <Stack gap="sm">
      {guard}
      <Summary run={run} />
      <Interruption {...run} />
      <ImportFaults title="取り込めなかった行" faults={faults} />
      <Group gap="xs">
        {left.length > 0 && <Button onClick={() => void run.goOn()}>続きを取り込む（{left.length}件）</Button>}
        {made.length > 0 && (
          <Button variant={left.length > 0 ? 'default' : 'filled'} onClick={savePasswords}>
            作ったパスワードを保存（{made.length}件）
          </Button>
        )}
        {faults.length > 0 && (
          <Button variant="default" onClick={() => downloadText('取り込めなかった行.csv', toCsv(failedRows(faults)))}>
            失敗した行をCSVで保存
          </Button>
        )}
        {!isOpen && (
          <Button variant="default" onClick={onAgain}>
            別のファイルを取り込む
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
