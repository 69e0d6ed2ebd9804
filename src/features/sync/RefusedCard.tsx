/** A refused call with the reason and its actions. It stays in the queue until the user resends or discards it. */
import { Button, Card, Group, Text } from '@mantine/core';

import { UNEXPLAINED_HINT } from '@/api/network/errors';
import { isMissingStatus } from '@/api/network/server-answer';
import { discardCall, retryCall } from '@/device/sync-panel';
import type { RefusedEntry } from '@/queries/queue';
import { copyText } from '@/ui/copy-text';
import { showToast } from '@/ui/notices/toast';
import { ConfirmButton } from '@/ui/questions/ConfirmButton';

import { EntryName } from './EntryName';

type Refusal = RefusedEntry['refusal'];

const NOT_FOUND = 'レッスンまたは問題が見つかりません。削除されたか、公開が終わった可能性があります。';
const INVALID = '内容がサーバーの決まりに合わず、受け取れませんでした。';

const words: Partial<Record<number, string>> = {
  403: 'この学習を記録する権限がありません。担当者に確認してください。',
  404: NOT_FOUND,
  410: NOT_FOUND,
  413: '内容が大きすぎて受け取れませんでした。',
};
/** Words that are true only if the server itself has refused. */
const explainedWords: Partial<Record<number, string>> = {
  400: INVALID,
  409: 'サーバーの内容と食い違っています。画面を開き直して確かめてください。',
  422: INVALID,
};

/**
 * Describes a refusal. The server's own reason is shown beside it.
 *
 * @param reason '' without one: a gateway may have refused this call alone.
 */
export function refusalWords({ status, reason }: Pick<Refusal, 'status' | 'reason'>): string {
  const known = words[status];
  if (known !== undefined) return known;
  if (reason === '')
    return `受け取られませんでした。${UNEXPLAINED_HINT}（${status}）。別のネットワークで再送するか、コピーして担当者に相談してください。`;
  return explainedWords[status] ?? `サーバーが受け取れませんでした（${status}）。`;
}

/**
 * Describes a call that fails each time before it reaches the server. @param status HTTP status received instead of the
 * server's response; 0 if no response came.
 */
function blockedWords(status: number): string {
  if (status >= 200 && status < 300) {
    return 'サーバーの返事が、解答を受け取ったという内容ではありません。コピーして担当者に知らせてください。';
  }
  if (isMissingStatus(status)) {
    return `この記録だけ、見つからないという応答が返ってきます（${status}）。削除された可能性があります。別のネットワークで再送するか、コピーして担当者に相談してください。`;
  }
  const reason = status === 0 ? '何度送っても返事がありません' : `通信の途中で止められています（${status}）`;
  return `ほかの記録は届きますが、この記録だけ${reason}。サーバーが断ったのではありません。別のネットワークで再送するか、コピーして担当者に相談してください。`;
}

/**
 * Describes a call that the server received and then lost.
 *
 * @param isTwice true if the call was already resent automatically once.
 */
function forgottenWords(isTwice: boolean): string {
  if (isTwice) {
    return 'サーバーの記録から消えたため送り直しましたが、また見当たらなくなりました。自動では送りません。再送するか、コピーして担当者に相談してください。';
  }
  return 'サーバーが受け取った解答ですが、サーバーの記録から消えています。このサーバーは同じ解答を見分けるとは限らないため、自動では送りません。再送すると届きます。';
}

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
