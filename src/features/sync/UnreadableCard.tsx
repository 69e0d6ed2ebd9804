/** A stored record that this version cannot read. It is kept unchanged; the user can copy or discard it. */
import { Button, Card, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { ProgressDetail } from '@/api/progress';
import { discardUnreadable, readLostQueue, type UnreadableRecord, type LostQueue } from '@/device/sync-panel';
import { useMe } from '@/queries/me';
import { progressQueries } from '@/queries/progress/progress';
import { useOwner } from '@/queries/queue';
import { countAllRead, countSubmits } from '@/study/course-progress';
import { copyText } from '@/ui/copy-text';
import { formatDateTime } from '@/ui/formats';
import { ConfirmButton } from '@/ui/questions/ConfirmButton';

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

const timeOf = (ms: number) => formatDateTime(new Date(ms).toISOString());

function knownWords({ waiting, refused, knownAt }: LostQueue): string {
  const parts = [...(waiting > 0 ? [`送信待ち${waiting}件`] : []), ...(refused > 0 ? [`要確認${refused}件`] : [])];
  return `最後に分かっていた数は、${parts.join('と')}です（${timeOf(knownAt)}）。`;
}

/** Describes the study that the server has recorded. @param toldAt when it was fetched, ms since 1970. */
function serverWords({ courses }: ProgressDetail, toldAt: number): string {
  const reads = countAllRead({ courses, unplacedReads: [] });
  const submits = countSubmits({ courses, unplacedQuestionSets: [] });
  const counts = [
    ...(reads === undefined ? [] : [`読了${reads}件`]),
    ...(submits === undefined ? [] : [`解答${submits}件`]),
  ];
  const told = counts.length > 0 ? `サーバーにある記録は、${counts.join('と')}です（${timeOf(toldAt)}に確認）。` : '';
  return `${told}どれがあるかは、マイページの「コースごとの進捗」で分かります。`;
}

/**
 * Reports that the browser evicted the queue: the last known number of entries, and which study the server has
 * recorded. It claims no more than is known.
 */
function LostQueueCard({ lost, onSeen }: { lost: LostQueue; onSeen: () => void }) {
  const { data, dataUpdatedAt } = useQuery({ ...progressQueries.detail(useMe().id), throwOnError: false });
  return (
    <Card>
      <Text fw={600}>この端末の記録が、ブラウザに消されました</Text>
      <Text size="sm">
        {lost.isSessionLost
          ? '送信を待っていた学習、送信済みの控え、ログインの情報が消えました。'
          : '送信を待っていた学習と、送信済みの控えが消えました。'}
        {knownWords(lost)}どの学習だったか、そのあと届いたかは、この端末では分かりません。
      </Text>
      <Text size="sm" mt="xs">
        {data ? serverWords(data, dataUpdatedAt) : 'サーバーにある記録は、つながると表示します。'}
        足りない学習は、もう一度行うと届きます。
      </Text>
      <Group gap="xs" mt="sm">
        <Button variant="default" onClick={onSeen}>
          確認しました
        </Button>
      </Group>
    </Card>
  );
}
