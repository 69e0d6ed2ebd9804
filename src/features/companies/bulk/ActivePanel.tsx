/** Suspends the selected people's accounts, or reactivates them. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import type { PanelProps } from './bulk-panels';
import { BulkResults } from './BulkResults';
import { useBulkRun } from './use-bulk-run';

export function ActivePanel({ people }: PanelProps) {
  const [active, setActive] = useState(false);
  const run = useBulkRun();
  if (run.isStarted) {
    return <BulkResults run={run} doneWords={active ? '名の利用を再開しました。' : '名を利用停止にしました。'} />;
  }
  const start = (next: boolean) => {
    setActive(next);
    void run.start(people.map((person) => ({ person, changes: { active: next } })));
  };
  return (
    <Stack gap="xs">
      <Text size="sm">利用停止にした人は、ログインできなくなります。学習の記録は残り、再開すると続けられます。</Text>
      <Group gap="xs">
        <Button onClick={() => start(false)}>{people.length}名を利用停止にする</Button>
        <Button variant="default" onClick={() => start(true)}>
          {people.length}名の利用を再開する
        </Button>
      </Group>
    </Stack>
  );
}
