/** The actions on selected people: a row of buttons, and the panel of the pressed button. */
import { Button, CloseButton, Group, Text } from '@mantine/core';
import { type ComponentType, useState } from 'react';

import type { User } from '@/api/users';
import { useCapabilities } from '@/queries/capabilities';
import { useCan } from '@/queries/me';
import { type AddressSeparator, isMailAddress } from '@/study/reminder-mail';
import { bottomBar } from '@/ui/bar-room';
import { focusOnMount } from '@/ui/form-focus';
import { showToast } from '@/ui/toast';

import { ActivePanel } from './ActivePanel';
import { AssignPanel } from './AssignPanel';
import type { PanelProps } from './bulk-panels';
import { MailPanel } from './MailPanel';
import { MovePanel } from './MovePanel';
import { PasswordPanel } from './PasswordPanel';
import { useAddressSeparator } from './use-address-separator';

import classes from './Bulk.module.css';

const panels = {
  mail: { title: 'お知らせメールを書く', Panel: MailPanel },
  assign: { title: '必修にする', Panel: AssignPanel },
  move: { title: '企業を移す', Panel: MovePanel },
  active: { title: '利用停止・再開', Panel: ActivePanel },
  password: { title: '新しいパスワード', Panel: PasswordPanel },
} satisfies Record<string, { title: string; Panel: ComponentType<PanelProps> }>;

type PanelName = keyof typeof panels;

async function copyAddresses(people: readonly User[], separator: AddressSeparator): Promise<void> {
  const addresses = [...new Set(people.flatMap(({ email }) => (isMailAddress(email) ? [email] : [])))];
  const without = people.length - people.filter(({ email }) => isMailAddress(email)).length;
  if (addresses.length === 0) return void showToast('error', '選んだ人にメールアドレスがありません');
  try {
    await navigator.clipboard.writeText(addresses.join(`${separator} `));
    const rest = without > 0 ? `（アドレスのない人 ${without}名）` : '';
    void showToast('success', `${addresses.length}件のアドレスをコピーしました${rest}`);
  } catch {
    void showToast('error', 'コピーできませんでした');
  }
}

function usePanelNames(): PanelName[] {
  const canEdit = useCan('user.edit');
  const canAssign = useCan('assignment.edit');
  const { hasAssignments } = useCapabilities();
  const names: PanelName[] = ['mail'];
  if (canAssign && hasAssignments) names.push('assign');
  if (canEdit) names.push('move', 'active', 'password');
  return names;
}

export interface BulkActionsProps {
  people: readonly User[];
  onClear: () => void;
  /** Called when an action's panel has been closed. */
  onPanelClosed: () => void;
}

export function BulkActions({ people, onClear, onPanelClosed }: BulkActionsProps) {
  const names = usePanelNames();
  const [separator] = useAddressSeparator();
  const [opened, setOpened] = useState<{ name: PanelName; people: readonly User[] }>();
  const close = () => {
    setOpened(undefined);
    onPanelClosed();
  };
  if (opened) {
    const { title, Panel } = panels[opened.name];
    return (
      <section ref={bottomBar} data-bottom-bar className={classes.bar} aria-labelledby="bulk-panel">
        <Group justify="space-between" wrap="nowrap">
          <h2 id="bulk-panel" className={classes.title} ref={focusOnMount} tabIndex={-1}>
            {title}（{opened.people.length}名）
          </h2>
          <CloseButton aria-label="閉じる" onClick={close} />
        </Group>
        <Panel people={opened.people} onClose={close} />
      </section>
    );
  }
  if (people.length === 0) return null;
  return (
    <section ref={bottomBar} data-bottom-bar className={classes.bar} aria-label="選んだ人への操作">
      <Group justify="space-between" wrap="nowrap">
        <Text fw={700} role="status">
          {people.length}名を選択中
        </Text>
        <Button size="sm" variant="subtle" onClick={onClear}>
          選択を解除
        </Button>
      </Group>
      <div className={classes.actions}>
        {names.map((name) => (
          <Button key={name} size="sm" variant="default" onClick={() => setOpened({ name, people })}>
            {panels[name].title}
          </Button>
        ))}
        <Button size="sm" variant="default" onClick={() => void copyAddresses(people, separator)}>
          アドレスをコピー
        </Button>
      </div>
    </section>
  );
}
