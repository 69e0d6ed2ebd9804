/** A queued call. A blocked call is marked as such and can be copied or discarded. */
import { Button, Group, Text } from '@mantine/core';
import IconClock from '~icons/clock';

import { isMissingStatus } from '@/api/network/server-answer';
import { discardCall } from '@/device/sync-panel';
import type { QueuedEntry } from '@/queries/queue';
import { now } from '@/storage/now';
import { copyText } from '@/ui/copy-text';
import { showToast } from '@/ui/notices/toast';
import { ConfirmButton } from '@/ui/questions/ConfirmButton';
import { RelativeTime } from '@/ui/RelativeTime';

import { EntryName } from './EntryName';

const HELD_BACK = 'ほかの記録は届きますが、この記録だけ途中で止められています。間をおいて自動で送り直します。';
const APART_MISSING =
  'この記録だけ、見つからないという応答が返ってきます。削除された可能性があります。間をおいて自動で送り直します。';
const UNSENT =
  'この記録は、いまのアプリではサーバーに送れる形に直せません。アプリの更新後に自動で送ります。コピーして担当者に知らせてください。';
const BLOCKING_CALL_WORDS = '送信がこの記録で止まっています。自動で送り直します。';

/** Describes a call that was not sent, or waits apart; undefined for the others. */
function apartWords({ blocked, unsent }: QueuedEntry): string | undefined {
  if (unsent) return `${UNSENT}${unsent.reason}`;
  return blocked && (isMissingStatus(blocked.status) ? APART_MISSING : HELD_BACK);
}

export interface WaitingItemProps {
  entry: QueuedEntry;
  /** True if sending stopped at this entry of the queue. */
  isHead: boolean;
}

export function WaitingItem({ entry, isHead }: WaitingItemProps) {
  const handleDiscard = () =>
    void discardCall(entry).catch(() => showToast('error', '端末に書き込めませんでした。もう一度お試しください。'));
  return (
    <li>
      <IconClock size={20} className="c-wait" aria-hidden />
      <div>
        <EntryName entry={entry} />
        <Text size="sm" c="dimmed">
          端末に保存 <RelativeTime timestamp={entry.queuedAt} nowMs={now()} />
        </Text>
        {(entry.blocked ?? entry.unsent ?? isHead) && (
          <>
            <Text size="sm">{apartWords(entry) ?? BLOCKING_CALL_WORDS}</Text>
            <Group gap="xs" mt="xs">
              <Button variant="default" onClick={() => void copyText(JSON.stringify(entry, null, 2))}>
                コピー
              </Button>
              <ConfirmButton
                label="破棄"
                question="この記録を破棄しますか？元に戻せません。"
                onConfirm={handleDiscard}
              />
            </Group>
          </>
        )}
      </div>
    </li>
  );
}
