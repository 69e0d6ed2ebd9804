/** The result of an import: counts, failed rows with reasons, and the next steps. */
import { Button, Group, Stack, Text } from '@mantine/core';

import { saveFile } from '@/device/download';
import type { ImportResult } from '@/queries/people/import-users';
import { toCsv } from '@/study/csv';
import { failedRows } from '@/study/people/failed-rows';
import { LeaveGuard } from '@/ui/forms/LeaveGuard';
import { LinkButton } from '@/ui/LinkButton';
import { PasswordSlips } from '@/ui/PasswordSlips';

import { ImportFaults } from './ImportFaults';
import type { useImport } from './use-import';

/**
 * Returns e.g. 「20名を追加し、3名を変更しました。2名は取り込めませんでした。あと4名あります。」 @param leftCount the number of rows not
 * imported yet.
 */
function importWords(results: readonly ImportResult[], leftCount: number): string {
  const count = (kind: ImportResult['kind']) => results.filter((result) => result.kind === kind).length;
  const [added, changed, failed] = [count('added'), count('changed'), count('failed')];
  const sentences = [
    added > 0 && changed > 0 && `${added}名を追加し、${changed}名を変更しました。`,
    added > 0 && changed === 0 && `${added}名を追加しました。`,
    added === 0 && changed > 0 && `${changed}名を変更しました。`,
    failed > 0 && `${failed}名は取り込めませんでした。`,
    leftCount > 0 && `あと${leftCount}名あります。`,
  ];
  return sentences.filter(Boolean).join('');
}

export interface ImportResultsProps {
  run: ReturnType<typeof useImport>;
  /** The company from whose screen the import was opened. */
  companyId: string | undefined;
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

/** Prints the generated passwords of the added people, one slip per person. */
function Slips({ results }: Pick<ImportResultsProps['run'], 'results'>) {
  const slips = results.flatMap((result) => {
    if (result.kind !== 'added' || result.isOwnPassword) return [];
    const { username, name, password } = result;
    return [{ person: { id: username, name, username }, password }];
  });
  if (slips.length === 0) return null;
  return (
    <>
      <Button variant="default" onClick={() => globalThis.print()}>
        初期パスワードの控えを印刷（{slips.length}名）
      </Button>
      <PasswordSlips slips={slips} />
    </>
  );
}

function PeopleLink({ companyId }: Pick<ImportResultsProps, 'companyId'>) {
  if (companyId === undefined)
    return (
      <LinkButton to="/companies" search={{ view: 'people' }}>
        利用者を見る
      </LinkButton>
    );
  return (
    <LinkButton to="/companies/$companyId" params={{ companyId }}>
      利用者を見る
    </LinkButton>
  );
}

export function ImportResults({ run, companyId, onAgain }: ImportResultsProps) {
  const { left, isRunning } = run;
  const faults = faultsOf(run);
  const isOpen = isRunning || left.length > 0;
  const guard = (
    <LeaveGuard isDirty={() => isOpen} coversSearch consequence="取り込みは途中で止まります。" isLoss={false} />
  );
  if (isRunning) return guard;
  return (
    <Stack gap="sm">
      {guard}
      <Text fw={700} role="status">
        {importWords(run.results, left.length)}
      </Text>
      <Interruption {...run} />
      <ImportFaults title="取り込めなかった行" faults={faults} />
      <Group gap="xs">
        {left.length > 0 && <Button onClick={() => void run.goOn()}>続きを取り込む（{left.length}名）</Button>}
        {faults.length > 0 && (
          <Button variant="default" onClick={() => void saveFile('取り込めなかった行.csv', toCsv(failedRows(faults)))}>
            失敗した行をCSVで保存
          </Button>
        )}
        {!isOpen && run.results.some(({ kind }) => kind !== 'failed') && <PeopleLink companyId={companyId} />}
        {!isOpen && <Slips results={run.results} />}
        {!isOpen && (
          <Button variant="default" onClick={onAgain}>
            別のファイルを取り込む
          </Button>
        )}
      </Group>
    </Stack>
  );
}
