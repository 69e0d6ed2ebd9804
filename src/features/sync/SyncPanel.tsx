/**
 * The sync panel: queued calls, refused calls with reasons, and stored confirmations of sent calls (receipts) with
 * times.
 */
import { Alert, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import IconCircleCheckFilled from '~icons/circle-check-filled';
import IconClock from '~icons/clock';

import { isMissingStatus } from '@/api/network/server-answer';
import { loadCalls, saveCalls } from '@/device/call-files';
import { useWaitingRisk } from '@/device/protection';
import {
  answerReconciliation,
  discardCall,
  type OtherOwnersCount,
  type QueueLists,
  type ReconciliationNotes,
  requestReplay,
  useQueueLists,
} from '@/device/sync-panel';
import { DAY_MS } from '@/lib/constants';
import { type QueuedEntry, type SyncState, useOwner } from '@/queries/queue';
import { offersNetworkLogin, useGateway, useReachability } from '@/queries/reachability';
import { askToSignIn } from '@/queries/sign-in-again';
import { apiHost } from '@/session/api-host';
import { now } from '@/storage/now';
import { askingWords, reconciledWords, reconciliationWords } from '@/study/reconciliation-words';
import { copyText } from '@/ui/copy-text';
import { useBackCloses } from '@/ui/keys/use-back-closes';
import { NetworkLoginLink } from '@/ui/notices/NetworkLoginLink';
import { showToast } from '@/ui/notices/toast';
import { ConfirmButton } from '@/ui/questions/ConfirmButton';
import { RelativeTime } from '@/ui/RelativeTime';

import { fileFaultWords, loadedWords, savedWords } from './call-file-words';
import { EntryName } from './EntryName';
import { RefusedCard } from './RefusedCard';

import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Alert.layer.css';
import { riskWords } from './risk-words';
import { syncAdvice, syncWords } from './sync-words';
import { UnreadableCard } from './UnreadableCard';

import classes from './SyncPanel.module.css';

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

/** The number of entries shown at first in each list, and added per press: few enough to render quickly on a phone. */
const PAGE_SIZE = 30;

interface PartProps {
  id: string;
  title: string;
  count: number;
  /** The number of entries of a list that are rendered. */
  shown?: number;
  onMore: () => void;
  children: ReactNode;
}

/** One list of the sync panel, with the number of its entries. */
function Part({ id, title, count, shown = count, onMore, children }: PartProps) {
  return (
    <section aria-labelledby={id} className="grid gap-8">
      <div className={`${classes.partHead} flex items-baseline justify-between c-muted text-sm`}>
        <h3 id={id}>{title}</h3>
        {count > 0 && <span>{count}件</span>}
      </div>
      {children}
      {shown < count && (
        <Button variant="subtle" onClick={onMore}>
          さらに表示（残り{count - shown}件）
        </Button>
      )}
    </section>
  );
}

/** Notes entries queued by a newer app version (before a rollback), which this version leaves untouched. */
function NewerNote({ count }: { count: number }) {
  return (
    <Text size="sm">
      {count}件は、このアプリより新しい版で保存した記録です。消さずに残しています。アプリを更新すると送信します。
    </Text>
  );
}

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

interface WaitingItemProps {
  entry: QueuedEntry;
  /** True if sending stopped at this entry of the queue. */
  isHead: boolean;
}

/** A queued call. A blocked call is marked as such and can be copied or discarded. */
function WaitingItem({ entry, isHead }: WaitingItemProps) {
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

function Waiting({ lists, state }: { lists: QueueLists; state: SyncState }) {
  const { entries, newer } = lists.waiting;
  if (entries.length + newer === 0) return <p className="m-0 c-muted text-sm">送信待ちはありません。</p>;
  // Offline, mark no entry as the obstacle: sending stops at the first entry, but the network is the cause.
  const headId = state.kind === 'offline' || state.kind === 'sending' ? undefined : state.stoppedAt;
  return (
    <>
      {newer > 0 && <NewerNote count={newer} />}
      {entries.length > 0 && (
        <ul className={`${classes.list} plain-list divided border rounded-lg bg-surface`}>
          {entries.map((entry) => (
            <WaitingItem key={entry.id} entry={entry} isHead={entry.id === headId} />
          ))}
        </ul>
      )}
    </>
  );
}

function Received({ lists }: { lists: QueueLists }) {
  if (lists.receipts.length === 0)
    return <p className="m-0 c-muted text-sm">この端末に、送信した学習の控えはありません。</p>;
  return (
    <ul className={`${classes.list} plain-list divided border rounded-lg bg-surface`}>
      {lists.receipts.map((entry) => (
        <li key={entry.id}>
          <IconCircleCheckFilled size={20} className="c-ok" aria-hidden />
          <div>
            <EntryName entry={entry} />
            <Text size="sm" c="dimmed">
              {entry.receipt.byServer ? '受け取り済み' : '送信済み'}{' '}
              <RelativeTime timestamp={entry.receipt.receivedAt} nowMs={now()} />
            </Text>
          </div>
        </li>
      ))}
    </ul>
  );
}

const SENT_IN_VAIN = 'いま送信をためしましたが、届きませんでした。記録はこの端末に残っています。';

/** The queue's state, advice, and the buttons to sign in or send. */
function SessionStatus({ state, onClose }: SyncPanelProps) {
  const { label, tone } = syncWords(state, useReachability());
  const latest = useGateway();
  // After a run of another tab or of the worker, this page does not know which gateway answered.
  const gateway = state.kind === 'portal' ? (latest ?? 'portal') : undefined;
  const hasNetworkLogin = offersNetworkLogin(gateway);
  const hasLogin = state.kind === 'login-needed' || gateway === 'refusal';
  const advice = syncAdvice(state, gateway, hasNetworkLogin || hasLogin);
  const [tried, setTried] = useState<'sending' | 'failed'>();
  const handleSend = () => {
    setTried('sending');
    void requestReplay({ isUrgent: true }).finally(() => setTried('failed'));
  };
  const isSending = state.kind === 'sending' || tried === 'sending';
  return (
    <div className={classes.standing} data-tone={tone}>
      <p className={`${classes.state} row gap-8 m-0 bold`}>
        <span className={classes.dot} aria-hidden />
        {label}
      </p>
      {advice && <Text size="sm">{advice}</Text>}
      {hasNetworkLogin && <NetworkLoginLink />}
      {hasLogin && (
        <Button
          variant={hasNetworkLogin ? 'default' : undefined}
          onClick={() => {
            onClose();
            void askToSignIn();
          }}
        >
          ログイン
        </Button>
      )}
      {state.waiting > 0 && (
        <Button variant={gateway ? 'default' : undefined} onClick={handleSend} loading={isSending}>
          今すぐ送信
        </Button>
      )}
      <Text size="sm" role="status" className="hide-if-empty">
        {tried === 'failed' && !isSending && state.waiting > 0 && SENT_IN_VAIN}
      </Text>
    </div>
  );
}

export function SyncPanel({ state, onClose }: SyncPanelProps) {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const { lists, isError } = useQueueLists(limit);
  useBackCloses(onClose);
  const onMore = () => setLimit(limit + PAGE_SIZE);
  return (
    <Drawer opened onClose={onClose} position="right" title="学習の送信" closeButtonProps={{ 'aria-label': '閉じる' }}>
      <Stack gap="lg">
        <SessionStatus state={state} onClose={onClose} />
        {lists && <ReconciliationNote notes={lists.reconciliation} />}
        {isError && <Alert color="red">この端末の記録を読めませんでした。</Alert>}
        {lists && state.refused > 0 && (
          <Part
            id="sync-refused"
            title="要確認"
            count={state.refused}
            shown={lists.refused.entries.length + lists.refused.newer + lists.unreadable.length}
            onMore={onMore}
          >
            {lists.refused.newer > 0 && <NewerNote count={lists.refused.newer} />}
            <Stack gap="sm">
              {lists.refused.entries.map((entry) => (
                <RefusedCard key={entry.id} entry={entry} />
              ))}
              {lists.unreadable.map((record) => (
                <UnreadableCard key={`${record.seq} ${record.text}`} record={record} />
              ))}
            </Stack>
          </Part>
        )}
        <Part
          id="sync-waiting"
          title="送信待ち"
          count={state.waiting}
          shown={lists && lists.waiting.entries.length + lists.waiting.newer}
          onMore={onMore}
        >
          {lists && <Waiting lists={lists} state={state} />}
          {lists && <ElsewhereNote counts={lists.elsewhere} />}
          <RiskNote />
        </Part>
        <Part id="sync-received" title="送信済み" count={state.received} shown={lists?.receipts.length} onMore={onMore}>
          {lists && <Received lists={lists} />}
        </Part>
        <CallFileTools
          hasCalls={lists !== undefined && lists.waiting.entries.length + lists.refused.entries.length > 0}
        />
        {!globalThis.isSecureContext && <Alert color="yellow">{INSECURE}</Alert>}
        <div className={`${classes.promise} grid gap-8 border-top c-muted`}>
          <p>{PROMISE}</p>
          <p>{LIMITS}</p>
        </div>
      </Stack>
    </Drawer>
  );
}

/** Describes the queued calls for one API host. */
function elsewhereWords({ apiHost: host, count }: OtherOwnersCount): string {
  if (host === apiHost()) {
    return `ほかの利用者の記録が${count}件、送信を待っています。記録した人がこの端末でログインすると送信します。`;
  }
  return `接続先 ${host} に送る記録が${count}件、この端末に残っています。いまの接続先には送りません。アプリの接続先を戻し、記録した人がログインすると送信します。`;
}

/**
 * Notes queued calls that the signed-in user cannot send, because they belong to other users or another API host, and
 * says how they get sent.
 */
function ElsewhereNote({ counts }: { counts: readonly OtherOwnersCount[] }) {
  return counts.map((each) => (
    <Alert key={each.apiHost} color="yellow">
      {elsewhereWords(each)}
    </Alert>
  ));
}

/** Warns in the sync panel that the browser may evict the queue. */
function RiskNote() {
  const risk = useWaitingRisk();
  return risk && <Alert color="yellow">送信前の学習が、この端末にあります。{riskWords(risk)}</Alert>;
}

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

/**
 * Notes the result of reconciliation: calls that the server had lost and that were resent, or that wait for the user's
 * decision.
 */
function ReconciliationNote({ notes: { healed, asks } }: { notes: ReconciliationNotes }) {
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

/** 控え (backup copy): exports queued and refused calls to a file, and imports such a file on any device. */
function CallFileTools({ hasCalls }: { hasCalls: boolean }) {
  const owner = useOwner();
  const input = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState('');
  const [isBusy, setBusy] = useState(false);
  const run = (step: Promise<string>) => {
    setBusy(true);
    void step.then(setWords, (error: unknown) => setWords(fileFaultWords(error))).finally(() => setBusy(false));
  };
  const handleFile = (file: File | undefined) => {
    if (file) run(loadCalls(owner, file).then(loadedWords));
    // Reset the input, because choosing the same file again would otherwise fire no change event.
    if (input.current) input.current.value = '';
  };
  return (
    <section aria-labelledby="sync-file" className="grid gap-8">
      <div className={`${classes.partHead} flex items-baseline justify-between c-muted text-sm`}>
        <h3 id="sync-file">控え</h3>
      </div>
      <Text size="sm">
        送信待ちと要確認の学習をファイルに保存し、同じ人がどの端末でも読み込めます。読み込んだ学習は、つながると送信します。
      </Text>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,.txt,application/json,text/plain"
        aria-label="控えのファイル"
        onChange={({ currentTarget }) => handleFile(currentTarget.files?.[0])}
      />
      <Group gap="xs">
        {hasCalls && (
          <Button variant="light" loading={isBusy} onClick={() => run(saveCalls(owner).then(savedWords))}>
            ファイルに保存
          </Button>
        )}
        <Button variant="default" loading={isBusy} onClick={() => input.current?.click()}>
          ファイルから読み込む
        </Button>
      </Group>
      <Text size="sm" role="status" className="hide-if-empty">
        {words}
      </Text>
    </section>
  );
}
