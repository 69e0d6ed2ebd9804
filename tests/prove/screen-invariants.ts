/** Checks invariants of what a page's screens show, compared with the device at that moment. */
import type { SyncState } from '@/offline/queue/sync-state';

import { type DeviceView, type StoredCall, viewDevice } from './device-view';
import type { Page } from './page';
import { InvariantViolation } from './scheduler';
import type { World } from './world';

/**
 * Maximum time by which a screen may lag behind the device, ms: a replay run broadcasts at most five times a second.
 */
const BROADCAST_DELAY_MS = 300;
/** Time within which a page reads a failing device again, ms. */
const RECHECK_MS = 10_000;

function countsOf(calls: readonly StoredCall[]): { waiting: number; refused: number; received: number } {
  const count = (...states: string[]) => calls.filter(({ state }) => states.includes(state)).length;
  return { waiting: count('queued'), refused: count('refused', 'unreadable'), received: count('sent') };
}

const describe = ({ kind, waiting, refused, received }: SyncState) =>
  `${kind}, waiting ${waiting}, refused ${refused}, received ${received}`;

export class ScreenInvariants {
  private last = '';
  private changedAt = 0;
  private failures = 0;
  private failedAt = -Infinity;

  constructor(private readonly world: World) {}

  /** Returns true if nothing has changed for {@link BROADCAST_DELAY_MS}, so that every screen must be current. */
  private isCalm(view: DeviceView): boolean {
    const { now } = this.world.scheduler;
    const callKey = [
      ...view.losses,
      ...view.calls.map(({ state, learner, seq, entry }) => `${state}${learner}${seq}${entry.id}`),
    ].join();
    if (callKey !== this.last) this.changedAt = now;
    this.last = callKey;
    const { isFailing, failures } = this.world.device;
    if (isFailing || failures !== this.failures) this.failedAt = now;
    this.failures = failures;
    return now - this.changedAt >= BROADCAST_DELAY_MS;
  }

  /** Checks every page's sync indicator; called when no task is pending at the current simulated time. */
  check(pages: readonly Page[]): void {
    const view = viewDevice(this.world.device);
    if (!this.isCalm(view)) return;
    // Excused: the browser announces no eviction, so a page notices it only when it reads the queue next.
    const knowsEvictions = ({ evictions }: Page) => evictions === this.world.evictions;
    for (const page of pages)
      if (page.isShowing && page.shown && knowsEvictions(page)) this.checkPage(page, page.shown, view);
  }

  private checkPage(page: Page, shown: SyncState, { calls, losses }: DeviceView): void {
    const own = calls.filter(({ learner }) => learner === page.learner);
    const { waiting, refused: unsent, received } = countsOf(own);
    const refused = unsent + losses.filter((learner) => learner === page.learner).length;
    if (shown.kind === 'unknown') {
      if (this.world.scheduler.now - this.failedAt > RECHECK_MS)
        throw new InvariantViolation(`${page.name} shows that the queue is unreadable, but it can be read`);
      return;
    }
    // Excused: the app notices a damaged record only when it tries to send it, so the counts of waiting and refused
    // calls may differ.
    const hasDamaged = own.some(({ callKey }) => this.world.trackedCalls.get(callKey)?.isDamaged);
    const isTrue = hasDamaged
      ? shown.waiting + shown.refused === waiting + refused
      : shown.waiting === waiting && shown.refused === refused && shown.received === received;
    const isSynced = waiting + refused === 0;
    if (isTrue && (shown.kind !== 'synced' || isSynced)) return;
    const truth = `waiting ${waiting}, refused ${refused}, received ${received}`;
    throw new InvariantViolation(`${page.name} shows “${describe(shown)}”, but the device has: ${truth}`);
  }

  /** Checks the marks of lessons and sets and the list of calls, as a page reads them now. */
  async checkMarks(page: Page): Promise<void> {
    const { realm, learner } = page;
    const readers = page.readers;
    if (!realm || !readers || this.world.device.isFailing) return;
    let isRead = false;
    const work = Promise.all([readers.states(), readers.calls()]).then(([states, calls]) => {
      isRead = true;
      const view = viewDevice(this.world.device);
      const own = view.calls.filter((one) => one.learner === learner && one.state !== 'unreadable');
      const said = states.map(({ state, kind, subject }) => `${state} ${kind} ${subject}`);
      const subjectOf = ({ entry: { call } }: StoredCall) =>
        call.kind === 'lesson-read' ? call.lessonId : call.submit.questionSetId;
      const truth = own.map((one) => `${one.state} ${one.entry.call.kind} ${subjectOf(one)}`);
      this.compare(page, 'marks', said, truth);
      const recorded = own.filter(
        ({ state, callKey }) => state !== 'refused' && !this.world.trackedCalls.get(callKey)?.isDamaged,
      );
      const isComparable = (id: string) => recorded.some(({ entry }) => entry.id === id);
      const ids = calls
        .filter(({ id }) => isComparable(id) || !own.some(({ entry }) => entry.id === id))
        .map(({ id }) => id);
      this.compare(page, 'calls', ids, this.youngest(recorded));
    });
    const failure = work.then(
      () => undefined,
      (error: unknown) => error,
    );
    await this.world.scheduler.settle();
    if (!isRead && realm.state === 'running') this.world.scheduler.note(`${page.name} could not read its marks`);
    const error = isRead ? await failure : undefined;
    if (error) throw error;
  }

  /** Returns the entry ids that the list of calls must show: the youngest record of each call in each state. */
  private youngest(calls: readonly StoredCall[]): string[] {
    const known = new Map<string, string>();
    for (const { state, callKey, entry } of calls.toSorted((a, b) => a.seq - b.seq))
      known.set(`${state} ${callKey}`, entry.id);
    return [...known.values()];
  }

  private compare(page: Page, what: string, said: readonly string[], truth: readonly string[]): void {
    const [a, b] = [[...new Set(said)].toSorted().join(', '), [...new Set(truth)].toSorted().join(', ')];
    if (a !== b) throw new InvariantViolation(`${page.name} shows the ${what} “${a}”, but the device has “${b}”`);
  }
}
