/** A refused call with the reason and its actions. It stays in the queue until the user resends or discards it. */
import { Button, Card, Group, Text } from '@mantine/core';

import { discardCall, retryCall } from '@/device/sync-panel';
import type { RefusedEntry } from '@/queries/queue';
import { copyText } from '@/ui/copy-text';
import { showToast } from '@/ui/notices/toast';
import { ConfirmButton } from '@/ui/questions/ConfirmButton';

import { EntryName } from './EntryName';
import { blockedWords, forgottenWords, refusalWords } from './refusal-words';

const reportFailure = () => void showToast('error', '端末に書き込めませんでした。もう一度お試しください。');

function wordsOf({ refusal, healed }: RefusedEntry): string {
  if (refusal.isForgotten) return forgottenWords(healed !== undefined);
  return refusal.isBlocked ? blockedWords(refusal.status) : refusalWords(refusal);
}

export function RefusedCard({ entry }: { entry: RefusedEntry }) {
  const { refusal } = entry;
  return (
    <Card>
      <EntryName entry={entry} />
      <Text size="sm">{wordsOf(entry)}</Text>
      {refusal.reason && (
        <Text size="sm" c="dimmed">
          {!refusal.isBlocked && 'サーバーの説明：'}
          {refusal.reason}
        </Text>
      )}
      <Group gap="xs" mt="sm">
        <Button variant="light" onClick={() => void retryCall(entry).catch(reportFailure)}>
          再送
        </Button>
        <Button variant="default" onClick={() => void copyText(JSON.stringify(entry, null, 2))}>
          コピー
        </Button>
        <ConfirmButton
          label="破棄"
          question="この記録を破棄しますか？元に戻せません。"
          onConfirm={() => void discardCall(entry).catch(reportFailure)}
        />
      </Group>
    </Card>
  );
}
