/** A stored record that this version cannot read. It is kept unchanged; the user can copy or discard it. */
import { Button, Card, Group, Text } from '@mantine/core';

import { discardUnreadable, readLostQueue, type UnreadableRecord } from '@/device/sync-panel';
import { useOwner } from '@/queries/queue';
import { ConfirmButton } from '@/ui/ConfirmButton';

import { copyText } from './copy-text';
import { LostQueueCard } from './LostQueueCard';

export function UnreadableCard({ record }: { record: UnreadableRecord }) {
  const owner = useOwner();
  const lost = readLostQueue(record.text);
  if (lost) return <LostQueueCard lost={lost} onSeen={() => void discardUnreadable(owner, record)} />;
  return (
    <Card>
      <Text fw={600}>読み取れない記録</Text>
      <Text size="sm">アプリの更新などで読み取れなくなった記録です。消さずに残しています。</Text>
      <Group gap="xs" mt="sm">
        <Button variant="default" onClick={() => void copyText(record.text)}>
          コピー
        </Button>
        <ConfirmButton
          label="破棄"
          question="この記録を破棄しますか？元に戻せません。"
          onConfirm={() => void discardUnreadable(owner, record)}
        />
      </Group>
    </Card>
  );
}
