/** Notes the result of reconciliation: calls that the server had lost and that were resent, or that wait for the user's decision. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

import { answerReconciliation, type ReconciliationNotes } from '@/device/sync-panel';
import { DAY_MS } from '@/lib/constants';
import { useOwner } from '@/queries/queue';
import { now } from '@/storage/now';
import { askingWords, reconciledWords, reconciliationWords } from '@/study/reconciliation-words';
import { showToast } from '@/ui/toast';

import '@mantine/core/styles/Alert.layer.css';

/** Time for which the note is shown, ms: as long as confirmations of sent calls (receipts) are stored. */
const SHOWN_MS = 30 * DAY_MS;

function Asking({ asks }: { asks: NonNullable<ReconciliationNotes['asks']> }) {
  const owner = useOwner();
  const [isBusy, setBusy] = useState(false);
  const handleWord = async (word: 'send' | 'leave') => {
    setBusy(true);
    await answerReconciliation(owner, word).catch(() =>
      showToast('error', 'サーバーに確かめられませんでした。つながっているときに、もう一度お試しください。'),
    );
    setBusy(false);
  };
  return (
    <Alert color="yellow">
      <Text size="sm">{askingWords(asks)}</Text>
      <Group gap="xs" mt="sm">
        <Button loading={isBusy} onClick={() => void handleWord('send')}>
          送り直す
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => void handleWord('leave')}>
          送り直さない
        </Button>
      </Group>
    </Alert>
  );
}

export function ReconciliationNote({ notes: { healed, asks } }: { notes: ReconciliationNotes }) {
  const isShown = healed !== undefined && Math.abs(now() - healed.at) < SHOWN_MS;
  return (
    <>
      {asks && <Asking asks={asks} />}
      {isShown && (
        <Alert color="ai">
          {healed.count === undefined
            ? reconciliationWords(healed)
            : reconciledWords({ ...healed, count: healed.count })}
          。
        </Alert>
      )}
    </>
  );
}
