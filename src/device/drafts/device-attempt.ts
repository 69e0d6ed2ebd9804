/** An attempt at a question set and its draft on the device: written as it is changed, read when another tab has changed it. */
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

/** `saved` only once the write is complete; `failed`: the last answers are not on the device. */
export type SaveState = 'nothing' | 'saving' | 'saved' | 'failed';

/** The attempt that the device holds; undefined where none is to go on with. */
async function readAttempt(owner: OwnerKey, current: QuestionSet): Promise<OpenAttempt | undefined> {
  // The worker may have sent while no page was there. Answers that nobody has submitted need no queue to be read.
  await clearSubmittedDrafts(owner).catch(() => undefined);
  const stored = await readUnfinishedDraft(owner, current.id);
  return stored && restoredAttempt(stored, current);
}

/** What a screen shows of an attempt, and what the device holds of it, for whoever must not wait for the next render. */
function useShownAttempt() {
  const [shown, setShown] = useState<OpenAttempt>();
  const latest = useRef<OpenAttempt>(undefined);
  /** The same as `latest` where all is saved. */
  const known = useRef<OpenAttempt>(undefined);
  const place = useCallback((next: OpenAttempt): OpenAttempt => {
    latest.current = next;
    setShown(next);
    return next;
  }, []);
  /** The device holds `there`; what was changed here since `written` goes on top of it. */
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

/** Writes what is shown to the device, one write after the other, and says how the last one went. */
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
  /** What is shown came from the device. */
  const noteRead = (found: OpenAttempt | undefined) => {
    seenVersion.current = undefined;
    setSaveState(found ? 'saved' : 'nothing');
  };
  return { saveState, write, lastTurn, noteRead };
}

/** Calls back at the start, when another tab has changed the draft, and when this one comes to the front. */
function useLooks(owner: OwnerKey, questionSetId: string, onLook: (isGone: () => boolean) => Promise<void>): void {
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
 * The attempt that is shown, the same for whoever must not wait for the next render (`latest`), and its way to the device.
 *
 * @returns `shown` is undefined until the device has answered. `write` keeps what is shown together with what other tabs
 * have answered, and resolves with it; where the device fails, with what is shown.
 */
export function useDeviceAttempt(owner: OwnerKey, questionSet: QuestionSet) {
  const attempt = useShownAttempt();
  const { shown, latest, known, place, placeKnown } = attempt;
  const { saveState, write, lastTurn, noteRead } = useAttemptWriter(owner, attempt);
  useLooks(owner, questionSet.id, async (isGone) => {
    const turn = lastTurn.current;
    const before = latest.current;
    const read = await readAttempt(owner, questionSet).then(
      (found) => ({ found }),
      () => undefined,
    );
    // A write that began meanwhile looks for itself, and who cannot read knows nothing.
    if (isGone() || turn !== lastTurn.current || (!read && before)) return;
    const found = read?.found;
    const isUnsaved = latest.current !== known.current;
    // It may be the only copy.
    if (isUnsaved && !found) return;
    placeKnown(found ? { ...found, origin: before?.origin ?? found.origin } : newAttempt(questionSet), known.current);
    if (!isUnsaved) noteRead(found);
  });
  return { shown, latest, place, saveState, write };
}
