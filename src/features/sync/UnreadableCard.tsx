/** A record that this version of the app cannot read: kept as it is, to be copied or thrown away. */
import { Button, Card, Group, Text } from '@mantine/core';

import { discardCall, useOwner } from '@/queries/queue';
import { ConfirmButton } from '@/ui/ConfirmButton';

import { copyText } from './copy-text';

export function UnreadableCard({ seq, raw }: { seq: number; raw: unknown }) {
  const owner = useOwner();
  return (
    <Card>
      <Text fw={600}>読み取れない記録</Text>
      <Text size="sm">アプリの更新などで読み取れなくなった記録です。消さずに残しています。</Text>
      <Group gap="xs" mt="sm">
        <Button variant="default" onClick={() => void copyText(JSON.stringify(raw, null, 2))}>
          コピー
        </Button>
        <ConfirmButton
          label="破棄"
          question="この記録を破棄しますか？元に戻せません。"
          onConfirm={() => void discardCall(owner, seq)}
        />
      </Group>
    </Card>
  );
}
