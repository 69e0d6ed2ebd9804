/** Moves the selected people into a company, or removes them from theirs. */
import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { companyQueries } from '@/queries/companies';

import type { PanelProps } from './bulk-panels';
import { BulkResults } from './BulkResults';
import { useBulkRun } from './use-bulk-run';

import '@mantine/core/styles/Combobox.layer.css';

const NONE = 'none';

export function MovePanel({ people }: PanelProps) {
  const { data: companies = [] } = useQuery(companyQueries.list());
  const [target, setTarget] = useState('');
  const run = useBulkRun();
  const companyId = target === NONE ? null : target.replace(/^id:/, '');
  const name = companies.find(({ id }) => id === companyId)?.name;
  if (run.isStarted) {
    return <BulkResults run={run} doneWords={name ? `名を${name}に移しました。` : '名の企業をなしにしました。'} />;
  }
  const data = [
    { value: '', label: '企業を選んでください', disabled: true },
    ...companies.map((company) => ({ value: `id:${company.id}`, label: company.name })),
    { value: NONE, label: '企業なし' },
  ];
  const start = () => void run.start(people.map((person) => ({ person, changes: { companyId } })));
  return (
    <Stack gap="xs" maw="32em">
      <NativeSelect
        label="移す先の企業"
        data={data}
        value={target}
        onChange={(event) => setTarget(event.currentTarget.value)}
      />
      <Group>
        <Button disabled={target === ''} onClick={start}>
          {people.length}名を移す
        </Button>
      </Group>
    </Stack>
  );
}
