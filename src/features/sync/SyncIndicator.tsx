/** The sync indicator of the top bar: shows the most important state and opens the panel with details. */
import { UnstyledButton } from '@mantine/core';
import { startTransition, Suspense, useState, useEffect, useRef } from 'react';

import { type SyncState, useSyncState, replayState, useOwner } from '@/queries/queue';
import { useGateway, useReachability } from '@/queries/reachability';
import { useSessionStatus } from '@/queries/sign-in-again';
import { useReturnFocus } from '@/ui/keys/use-return-focus';
import { lazyAsked } from '@/ui/lazy-asked';
import { showToast } from '@/ui/notices/toast';

import { type SyncWords, syncWords } from './sync-words';

import classes from './SyncIndicator.module.css';

const SyncPanel = lazyAsked(() => import('./SyncPanel').then((module) => module.SyncPanel));

const emptyWords: SyncWords = { label: '', tone: 'plain' };

/** Queue states that are shown even while a gateway answers instead of the server. */
const portalHidesNot = new Set<SyncState['kind']>(['sending', 'refused', 'unknown']);

/**
 * Returns the state to show. A gateway overrides the queue's state, because only signing in to the network helps; so
 * does an expired session.
 */
function useIndicated(): SyncState | undefined {
  const state = useSyncState();
  const isOver = useSessionStatus() !== 'live';
  const gateway = useGateway();
  if (state && gateway && !portalHidesNot.has(state.kind)) return { ...state, kind: 'portal' };
  return state && isOver ? { ...state, kind: 'login-needed' } : state;
}

export function SyncIndicator() {
  const state = useIndicated();
  const isReachable = useReachability();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  useReceivedToast(state);
  useReturnFocus(isOpen);
  // Render the indicator empty until the device's storage has been read, so that the layout does not shift.
  const { label, short = label, tone } = state ? syncWords(state, isReachable) : emptyWords;
  return (
    <>
      <UnstyledButton
        className={classes.indicator}
        data-tone={tone}
        onClick={() => startTransition(() => setOpen(true))}
        aria-haspopup="dialog"
        aria-label={`同期の状態：${label}`}
      >
        <span className={classes.dot} aria-hidden />
        <span className={classes.label}>{label}</span>
        <span className={classes.short}>{short}</span>
      </UnstyledButton>
      <span className="visually-hidden" role="status">
        {label}
      </span>
      <Suspense>{isOpen && state && <SyncPanel state={state} onClose={close} onMissing={close} />}</Suspense>
    </>
  );
}

/**
 * Shows a toast when the server has received queued calls. A single call that was sent at once gets no toast, because
 * its own screen confirms it.
 */
function useReceivedToast(state: SyncState | undefined): void {
  const owner = useOwner();
  /**
   * True if calls had to wait: they were queued when the page started, or the last attempt to send the queue stopped
   * early.
   */
  const hasWaited = useRef<boolean>(undefined);
  useEffect(() => {
    if (state) hasWaited.current ??= state.waiting > 0;
  }, [state]);
  useEffect(
    () =>
      replayState.subscribe((run) => {
        if (run.owner !== owner || run.sending || !run.outcome) return;
        const { received, stoppedBy, words } = run.outcome;
        if (words) void showToast('info', words);
        // Calls that the server received before the page had read the queue are treated as calls that had to wait.
        if (received > 0 && (hasWaited.current !== false || received > 1)) {
          void showToast('success', `${received}件を送信しました`);
        }
        hasWaited.current = stoppedBy !== undefined;
      }),
    [owner],
  );
}
