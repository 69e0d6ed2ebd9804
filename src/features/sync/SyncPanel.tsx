/** The sync panel: what waits, what was refused and why, what was received and when. */
import { Alert, Button, Drawer, Stack, Text } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';

import { sendNow, useQueueLists, type SyncState } from '@/queries/queue';
import { now } from '@/storage/now';
import { LinkButton } from '@/ui/LinkButton';
import { RelativeTime } from '@/ui/RelativeTime';

import { EntryName } from './EntryName';
import { RefusedCard } from './RefusedCard';
import { syncAdvice, syncWords } from './sync-words';
import { UnreadableCard } from './UnreadableCard';

import classes from './SyncPanel.module.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

const PROMISE =
  '「保存済み」と表示された学習は、電源断・クラッシュ・更新・利用者交代のあとでも失われず、他人の名前で送信されることはありません。';
const LIMITS =
  'ただし、ホーム画面に追加していないiPhone・iPadのブラウザ（7日で消えることがあります）、サイトのデータを自分で消したとき、同じ解答の再送を見分けないサーバーでは、この限りではありません。';
const INSECURE =
  'このアドレスは http のため、レッスンの写しをこの端末に残せません。https のアドレスで開くと、オフラインでも学習できます。';

export interface SyncPanelProps {
  state: SyncState;
  onClose: () => void;
}

function Waiting({ lists }: { lists: NonNullable<ReturnType<typeof useQueueLists>['lists']> }) {
  if (lists.waiting.length === 0) return <Text c="dimmed">送信待ちはありません。</Text>;
  return (
    <ul className={classes.list}>
      {lists.waiting.map((entry) => (
        <li key={entry.seq}>
          <EntryName call={entry.call} />
          <Text size="sm" c="dimmed">
            端末に保存 <RelativeTime timestamp={entry.queuedAt} nowMs={now()} />
          </Text>
        </li>
      ))}
    </ul>
  );
}

function Received({ lists }: { lists: NonNullable<ReturnType<typeof useQueueLists>['lists']> }) {
  if (lists.receipts.length === 0) return <Text c="dimmed">この端末から送信した学習はまだありません。</Text>;
  return (
    <ul className={classes.list}>
      {lists.receipts.map((entry) => (
        <li key={entry.seq}>
          <EntryName call={entry.call} />
          <Text size="sm" c="dimmed">
            {entry.receipt.byServer ? 'サーバー受領' : '送信済み'}{' '}
            <RelativeTime timestamp={entry.receipt.receivedAt} nowMs={now()} />
          </Text>
        </li>
      ))}
    </ul>
  );
}

export function SyncPanel({ state, onClose }: SyncPanelProps) {
  const { lists, isError } = useQueueLists();
  const advice = syncAdvice(state.kind);
  const here = useRouterState({ select: ({ location }) => location.href });
  return (
    <Drawer opened onClose={onClose} position="right" title="学習の送信" closeButtonProps={{ 'aria-label': '閉じる' }}>
      <Stack gap="lg">
        <Text fw={700}>{syncWords(state, true).label}</Text>
        {advice && <Text>{advice}</Text>}
        {state.kind === 'login-needed' && (
          <LinkButton to="/login" search={{ redirect: here }}>
            ログイン
          </LinkButton>
        )}
        {isError && <Alert color="red">この端末の記録を読めませんでした。</Alert>}
        {state.waiting > 0 && (
          <Button onClick={sendNow} loading={state.kind === 'sending'}>
            今すぐ送信
          </Button>
        )}
        {lists && lists.refused.length + lists.unreadable.length > 0 && (
          <section aria-labelledby="sync-refused">
            <h3 id="sync-refused">要確認</h3>
            <Stack gap="sm">
              {lists.refused.map((entry) => (
                <RefusedCard key={entry.seq} entry={entry} />
              ))}
              {lists.unreadable.map((record) => (
                <UnreadableCard key={record.seq} {...record} />
              ))}
            </Stack>
          </section>
        )}
        <section aria-labelledby="sync-waiting">
          <h3 id="sync-waiting">送信待ち</h3>
          {lists && <Waiting lists={lists} />}
        </section>
        <section aria-labelledby="sync-received">
          <h3 id="sync-received">送信済み</h3>
          {lists && <Received lists={lists} />}
        </section>
        {!globalThis.isSecureContext && <Alert color="yellow">{INSECURE}</Alert>}
        <Text size="sm" c="dimmed">
          {PROMISE}
          {LIMITS}
        </Text>
      </Stack>
    </Drawer>
  );
}
