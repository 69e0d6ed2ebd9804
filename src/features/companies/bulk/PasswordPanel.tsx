/** Gives the selected people new passwords, shown on slips to print or save, because the passwords are stored nowhere. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import { saveFile } from '@/device/download';
import { noteNewPasswords } from '@/device/new-passwords';
import { useMe } from '@/queries/me';
import { toCsv } from '@/study/csv';
import { makePassword } from '@/study/make-password';
import { LeaveGuard } from '@/ui/forms/LeaveGuard';
import { PasswordSlips, type Slip } from '@/ui/PasswordSlips';

import type { PanelProps } from './bulk-panels';
import { BulkResults } from './BulkResults';
import { useBulkRun } from './use-bulk-run';

interface SlipActionsProps {
  slips: readonly Slip[];
  isKept: boolean;
  onKept: () => void;
}

function SlipActions({ slips, isKept, onKept }: SlipActionsProps) {
  const save = () => {
    const rows = slips.map(({ person: { username, name }, password }) => [username ?? '', name ?? '', password]);
    void saveFile('新しいパスワード.csv', toCsv([['ユーザー名', '氏名', 'パスワード'], ...rows])).then(
      (outcome) => outcome === 'saved' && onKept(),
    );
  };
  const print = () => {
    window.print();
    onKept();
  };
  return (
    <Stack gap="xs">
      <Text size="sm">パスワードはどこにも残りません。この画面を閉じる前に、印刷するか保存してください。</Text>
      <Group gap="xs">
        <Button variant={isKept ? 'default' : 'filled'} onClick={print}>
          {slips.length}名の控えを印刷
        </Button>
        <Button variant="default" onClick={save}>
          CSVで保存
        </Button>
      </Group>
      <PasswordSlips slips={slips} />
    </Stack>
  );
}

export function PasswordPanel({ people }: PanelProps) {
  const { id: by } = useMe();
  const [isKept, setKept] = useState(false);
  const run = useBulkRun({ onReached: (ids) => noteNewPasswords(by, ids) });
  if (!run.isStarted) {
    const start = () => void run.start(people.map((person) => ({ person, changes: { password: makePassword() } })));
    return (
      <Stack gap="xs">
        <Text size="sm">いまのパスワードは使えなくなり、ログイン中の端末はログアウトします。</Text>
        <Group>
          <Button onClick={start}>{people.length}名のパスワードを新しくする</Button>
        </Group>
      </Stack>
    );
  }
  const passwords = new Map(run.done.map(({ row: { person, changes } }) => [person.id, changes.password]));
  const slips = people.flatMap((person) => {
    const password = passwords.get(person.id);
    return password === undefined ? [] : [{ person, password }];
  });
  const keep = () => {
    setKept(true);
    noteNewPasswords(by, []);
  };
  return (
    <Stack gap="sm">
      <BulkResults run={run} doneWords="名のパスワードを新しくしました。" />
      {!run.isRunning && slips.length > 0 && <SlipActions slips={slips} isKept={isKept} onKept={keep} />}
      <LeaveGuard
        isDirty={() => !run.isRunning && slips.length > 0 && !isKept}
        coversSearch
        consequence="新しいパスワードの控えは失われます。"
      />
    </Stack>
  );
}
