/** What the screens of a page say, held against what is true at that moment. */
import type { SyncState } from '@/offline/queue/sync-state';

import { type DeviceView, type Lying, viewDevice } from './facts';
import type { Page } from './page';
import { Broken } from './scheduler';
import type { World } from './world';

/** Broadcast may be on its way so long: a run of replay tells it five times a second. */
const NEWS_MS = 300;
/** A device that could not be read is looked at again after this. */
const AGAIN_MS = 10_000;

function countsOf(calls: readonly Lying[]): { waiting: number; refused: number; received: number } {
  const count = (...states: string[]) => calls.filter(({ state }) => states.includes(state)).length;
  return { waiting: count('queued'), refused: count('refused', 'unreadable'), received: count('sent') };
}

const wordsOf = ({ kind, waiting, refused, received }: SyncState) =>
  `${kind}, waiting ${waiting}, refused ${refused}, received ${received}`;

export class Screens {
  private last = '';
  private changedAt = 0;
  private failures = 0;
  private failedAt = -Infinity;

  constructor(private readonly world: World) {}

  /** Whether nothing has changed for so long that every screen can know. */
  private isCalm(view: DeviceView): boolean {
    const { now } = this.world.scheduler;
    const word = [
      ...view.losses,
      ...view.calls.map(({ state, learner, seq, entry }) => `${state}${learner}${seq}${entry.id}`),
    ].join();
    if (word !== this.last) this.changedAt = now;
    this.last = word;
    const { isFailing, failures } = this.world.device;
    if (isFailing || failures !== this.failures) this.failedAt = now;
    this.failures = failures;
    return now - this.changedAt >= NEWS_MS;
  }

  /** Looks at every page's screen; nothing else is about to happen in this instant. */
  check(pages: readonly Page[]): void {
    const view = viewDevice(this.world.device);
    if (!this.isCalm(view)) return;
    // Of what the browser deletes nobody tells; the next look does.
    const isTold = ({ evictions }: Page) => evictions === this.world.evictions;
    for (const page of pages) if (page.isShowing && page.shown && isTold(page)) this.checkPage(page, page.shown, view);
  }

  private checkPage(page: Page, shown: SyncState, { calls, losses }: DeviceView): void {
    const own = calls.filter(({ learner }) => learner === page.learner);
    const { waiting, refused: unsent, received } = countsOf(own);
    const refused = unsent + losses.filter((learner) => learner === page.learner).length;
    if (shown.kind === 'unknown') {
      if (this.world.scheduler.now - this.failedAt > AGAIN_MS)
        throw new Broken(`${page.name} says that it cannot tell, and it can`);
      return;
    }
    // A broken record is found when it is to be sent.
    const hasBroken = own.some(({ word }) => this.world.facts.get(word)?.isDamaged);
    const isTrue = hasBroken
      ? shown.waiting + shown.refused === waiting + refused
      : shown.waiting === waiting && shown.refused === refused && shown.received === received;
    const isSynced = waiting + refused === 0;
    if (isTrue && (shown.kind !== 'synced' || isSynced)) return;
    const truth = `waiting ${waiting}, refused ${refused}, received ${received}`;
    throw new Broken(`${page.name} says “${wordsOf(shown)}”, and true is: ${truth}`);
  }

  /** Looks at the marks of lessons and sets, and at the lists of calls, as a page reads them now. */
  async checkMarks(page: Page): Promise<void> {
    const { host, learner } = page;
    const readers = page.readers;
    if (!host || !readers || this.world.device.isFailing) return;
    let isRead = false;
    const work = Promise.all([readers.states(), readers.calls()]).then(([states, calls]) => {
      isRead = true;
      const view = viewDevice(this.world.device);
      const own = view.calls.filter((one) => one.learner === learner && one.state !== 'unreadable');
      const said = states.map(({ state, kind, subject }) => `${state} ${kind} ${subject}`);
      const subjectOf = ({ entry: { call } }: Lying) =>
        call.kind === 'lesson-read' ? call.lessonId : call.submit.questionSetId;
      const truth = own.map((one) => `${one.state} ${one.entry.call.kind} ${subjectOf(one)}`);
      this.compare(page, 'marks', said, truth);
      const recorded = own.filter(({ state, word }) => state !== 'refused' && !this.world.facts.get(word)?.isDamaged);
      const isMeant = (id: string) => recorded.some(({ entry }) => entry.id === id);
      const ids = calls
        .filter(({ id }) => isMeant(id) || !own.some(({ entry }) => entry.id === id))
        .map(({ id }) => id);
      this.compare(page, 'calls', ids, this.youngest(recorded));
    });
    const failure = work.then(
      () => undefined,
      (error: unknown) => error,
    );
    await this.world.scheduler.settle();
    if (!isRead && host.state === 'running') this.world.scheduler.note(`${page.name} could not read its marks`);
    const error = isRead ? await failure : undefined;
    if (error) throw error;
  }

  /** Of a lesson read several times the youngest record in each state is known by its call. */
  private youngest(calls: readonly Lying[]): string[] {
    const known = new Map<string, string>();
    for (const { state, word, entry } of calls.toSorted((a, b) => a.seq - b.seq))
      known.set(`${state} ${word}`, entry.id);
    return [...known.values()];
  }

  private compare(page: Page, what: string, said: readonly string[], truth: readonly string[]): void {
    const [a, b] = [[...new Set(said)].toSorted().join(', '), [...new Set(truth)].toSorted().join(', ')];
    if (a !== b) throw new Broken(`${page.name} shows the ${what} “${a}”, and true is “${b}”`);
  }
}
