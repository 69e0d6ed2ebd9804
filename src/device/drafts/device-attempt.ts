/** Synchronises an attempt with its draft on the device: writes every change, and reads changes of other tabs. */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

import type { QuestionSet } from '@/api/question-sets';
import type { OwnerKey } from '@/session/session';
import { isEmptySheet } from '@/study/answer-sheet';

import {
  changeDraft,
  subscribeToDraft,
  readUnfinishedDraft,
  clearSubmittedDrafts,
  type StoredDraft,
} from './answer-drafts';
import { mergeStored, mergeAttempts, newAttempt, restoredAttempt, toDraft, type OpenAttempt } from './open-attempt';

/**
 * The state of saving answers on the device. `saved` is set only after the write has completed; `failed`: the last
 * answers are not on the device.
 */
export type SaveState = 'nothing' | 'saving' | 'saved' | 'failed';

/** Reads the stored attempt; undefined if there is none that can be continued. */
async function readAttempt(owner: OwnerKey, current: QuestionSet): Promise<OpenAttempt | undefined> {
  // First delete drafts that were sent: the service worker may have sent them while no page was open. If that fails,
  // continue, because drafts can be read even when the queue cannot.
  await clearSubmittedDrafts(owner).catch(() => undefined);
  const stored = await readUnfinishedDraft(owner, current.id);
  return stored && restoredAttempt(stored, current);
}

/**
 * Holds the attempt on the screen as state. Also holds it and the stored attempt as refs, for code that runs before the
 * next render.
 */
function useShownAttempt() {
  const [shown, setShown] = useState<OpenAttempt>();
  const latest = useRef<OpenAttempt>(undefined);
  /** The attempt as it is stored on the device; the same as `latest` when everything is saved. */
  const known = useRef<OpenAttempt>(undefined);
  const place = useCallback((next: OpenAttempt): OpenAttempt => {
    latest.current = next;
    setShown(next);
    return next;
  }, []);
  /**
   * Shows the attempt that the device has stored (`there`), merged with the changes made in this tab since `written`.
   */
  const placeKnown = useCallback(
    (there: OpenAttempt, written: OpenAttempt | undefined): void => {
      const { current } = latest;
      place(written && current && current !== written ? mergeAttempts(written, current, there) : there);
      known.current = there;
    },
    [place],
  );
  return { shown, latest, known, place, placeKnown };
}

/** Writes the shown attempt to the device, one write after the other, and tracks the state of the last write. */
function useAttemptWriter(owner: OwnerKey, { latest, known, placeKnown }: ReturnType<typeof useShownAttempt>) {
  const [saveState, setSaveState] = useState<SaveState>('nothing');
  const lastTurn = useRef(0);
  const seenVersion = useRef<string>(undefined);
  const write = useCallback(
    async (pressed: OpenAttempt, queuedId?: string): Promise<OpenAttempt> => {
      lastTurn.current += 1;
      const turn = lastTurn.current;
      let [mine, merged] = [pressed, pressed];
      const change = (stored: StoredDraft | undefined): StoredDraft => {
        mine = latest.current ?? pressed;
        merged = mergeStored(known.current ?? newAttempt(mine.seen), mine, stored);
        const { submit, questionSetUpdatedAt } = stored?.draft ?? {};
        const isSeenThere = [questionSetUpdatedAt, seenVersion.current].every((each) => each === merged.seen.updatedAt);
        return {
          draft: toDraft(merged, queuedId ?? (submit?.isQueued ? submit.id : undefined)),
          seen: isSeenThere || isEmptySheet(merged.sheet) ? undefined : merged.seen,
        };
      };
      setSaveState('saving');
      try {
        await changeDraft(owner, pressed.seen.id, pressed.seen.updatedAt, change);
        seenVersion.current = isEmptySheet(merged.sheet) ? undefined : merged.seen.updatedAt;
        placeKnown(merged, mine);
        if (turn === lastTurn.current) setSaveState(isEmptySheet(merged.sheet) ? 'nothing' : 'saved');
      } catch {
        if (turn === lastTurn.current) setSaveState('failed');
      }
      return merged;
    },
    [owner, latest, known, placeKnown],
  );
  /** Records that the shown attempt was read from the device. */
  const noteRead = (found: OpenAttempt | undefined) => {
    seenVersion.current = undefined;
    setSaveState(found ? 'saved' : 'nothing');
  };
  return { saveState, write, lastTurn, noteRead };
}

/** Calls back on mount, when another tab has changed the draft, and when this tab becomes visible. */
function useDraftChecks(
  owner: OwnerKey,
  questionSetId: string,
  onLook: (isGone: () => boolean) => Promise<void>,
): void {
  const handleLook = useEffectEvent(onLook);
  useEffect(() => {
    let isGone = false;
    const look = () => void handleLook(() => isGone);
    const lookWhenSeen = () => document.visibilityState === 'visible' && look();
    look();
    const stopHearing = subscribeToDraft(owner, questionSetId, look);
    document.addEventListener('visibilitychange', lookWhenSeen);
    return () => {
      isGone = true;
      stopHearing();
      document.removeEventListener('visibilitychange', lookWhenSeen);
    };
  }, [owner, questionSetId]);
}

/**
 * Returns the shown attempt (`latest`: as a ref) and the function that stores it.
 *
 * @returns `shown` is undefined while loading. `write` merges the shown attempt with the answers of other tabs, stores
 * the result and resolves with it; on a failing device it resolves with the shown attempt.
 */
export function useDeviceAttempt(owner: OwnerKey, questionSet: QuestionSet) {
  const attempt = useShownAttempt();
  const { shown, latest, known, place, placeKnown } = attempt;
  const { saveState, write, lastTurn, noteRead } = useAttemptWriter(owner, attempt);
  useDraftChecks(owner, questionSet.id, async (isGone) => {
    const turn = lastTurn.current;
    const before = latest.current;
    const read = await readAttempt(owner, questionSet).then(
      (found) => ({ found }),
      () => undefined,
    );
    // Ignore this read if it failed or was overtaken: a write that began meanwhile reads the draft itself.
    if (isGone() || turn !== lastTurn.current || (!read && before)) return;
    const found = read?.found;
    const isUnsaved = latest.current !== known.current;
    // Keep the attempt on the screen if it is unsaved and the device has none: it may be the only copy.
    if (isUnsaved && !found) return;
    placeKnown(found ? { ...found, origin: before?.origin ?? found.origin } : newAttempt(questionSet), known.current);
    if (!isUnsaved) noteRead(found);
  });
  return { shown, latest, place, saveState, write };
}
