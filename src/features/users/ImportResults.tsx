/** The result of an import: counts, failed rows with reasons, and the next steps. */
import { Button, Group, Stack, Text } from '@mantine/core';

import { saveFile } from '@/device/download';
import { toCsv } from '@/study/csv';
import { failedRows } from '@/study/failed-rows';
import { LeaveGuard } from '@/ui/forms/LeaveGuard';

import { ImportFaults } from './ImportFaults';
import type { useImport } from './use-import';

export interface ImportResultsProps {
  run: ReturnType<typeof useImport>;
  /** Called when the user wants to import another file. */
  onAgain: () => void;
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
      ログインの期限が切れたため、途中で止めました。「続きを取り込む」を押すと、ログインできます。
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
  const { left, isRunning } = run;
  const faults = faultsOf(run);
  const isOpen = isRunning || left.length > 0;
  const guard = <LeaveGuard isDirty={() => isOpen} coversSearch consequence="取り込みは途中で止まります。" />;
  if (isRunning) return guard;
  return (
    <Stack gap="sm">
      {guard}
      <Summary run={run} />
      <Interruption {...run} />
      <ImportFaults title="取り込めなかった行" faults={faults} />
      <Group gap="xs">
        {left.length > 0 && <Button onClick={() => void run.goOn()}>続きを取り込む（{left.length}件）</Button>}
        {faults.length > 0 && (
          <Button variant="default" onClick={() => void saveFile('取り込めなかった行.csv', toCsv(failedRows(faults)))}>
            失敗した行をCSVで保存
          </Button>
        )}
        {!isOpen && (
          <Button variant="default" onClick={onAgain}>
            別のファイルを取り込む
          </Button>
        )}
      </Group>
    </Stack>
  );
}
