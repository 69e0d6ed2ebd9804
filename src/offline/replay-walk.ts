/** One walk through the queue, oldest first, entry by entry. */
import { ownerKey, type Session } from '@/session/session';
import type { ReplayNews } from '@/storage/news';
import { now } from '@/storage/now';

import { backoff, isDue } from './answers';
import type { QueuedEntry } from './entries';
import { postpone, refuse, settle } from './outcomes';
import { readSessionStrictly } from './own-session';
import { readPage } from './queue-pages';
import type { Reporter } from './replay-news';
import { sendEntry, type Verdict } from './send-entry';

/** After so many runs that ended at the same entry without an answer, the ones behind it are tried as well. */
const PATIENT_RUNS = 2;
const MAX_SUSPECTS = 3;
const FIRST_PAGE = 1;
const MAX_PAGE = 64;

/**
 * The entry that runs of this context ended at without an answer, and how many in a row: an entry that no server ever
 * answers must not keep the others waiting for ever. A dead network looks the same, so order is kept first.
 */
export interface Silence {
  id: string;
  runs: number;
}

export interface WalkContext {
  place: 'page' | 'worker';
  reporter: Reporter;
  silence: Silence;
  /** Sends also what was put off. */
  isUrgent: boolean;
}

/** How a walk ended: `settled` entries got a receipt or a refusal. `isOwnerGone`: somebody else has signed in. */
export interface WalkEnd {
  settled: number;
  stoppedBy?: ReplayNews['stoppedBy'];
  nextDueAt?: number;
  isOwnerGone?: boolean;
}

/** Awaited later: until then a failure must not count as unhandled. */
function later<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

class Walk {
  readonly end: WalkEnd = { settled: 0 };
  /** The receipt that is being written while the next call is on its way. */
  private settling: Promise<void> = Promise.resolve();
  private readonly suspects: QueuedEntry[] = [];

  constructor(
    private readonly owner: string,
    private readonly context: WalkContext,
  ) {}

  /** The first entry behind a seq that may be sent now; looks at one record, at more only where some were put off. */
  private async findDue(after: number): Promise<QueuedEntry | undefined> {
    let from: number | undefined = after;
    for (let limit = FIRST_PAGE; from !== undefined; limit = Math.min(limit * 8, MAX_PAGE)) {
      const page: { entries: QueuedEntry[]; last?: number } = await readPage('queued', this.owner, {
        after: from,
        limit,
      });
      for (const entry of page.entries) {
        if (this.context.isUrgent || isDue(entry.notBefore, now())) return entry;
        this.noteDelay(entry.notBefore);
      }
      from = page.last;
    }
    return undefined;
  }

  private noteDelay(until: number | undefined): void {
    if (until !== undefined) this.end.nextDueAt = Math.min(this.end.nextDueAt ?? Infinity, until);
  }

  /** The session, if it is still the owner's: asked before every single call. */
  private async readOwnSession(): Promise<Session | undefined> {
    const session = await readSessionStrictly();
    if (session && ownerKey(session.owner) === this.owner) return session;
    this.end.stoppedBy = 'session';
    this.end.isOwnerGone = session !== undefined;
    return undefined;
  }

  /** Writes the receipt beside the next request; at most one is under way, so a crash repeats one call at most. */
  private async settle(entry: QueuedEntry, verdict: Verdict & { kind: 'receipt' }): Promise<void> {
    await this.settling;
    this.end.settled += 1;
    this.settling = later(settle(entry, verdict.receipt).then(() => this.context.reporter.received(entry)));
  }

  private async keepUntil(entry: QueuedEntry, verdict: Verdict & { kind: 'postpone' }): Promise<void> {
    const { until, isAsked, pausesAll } = verdict;
    await postpone(entry, until, pausesAll ? { until, isAsked } : undefined);
    this.noteDelay(until);
    if (pausesAll) Object.assign(this.end, { stoppedBy: 'pause', nextDueAt: until } satisfies Partial<WalkEnd>);
  }

  /** No answer: the end, unless it is time to see whether only this entry gets none. */
  private noteSilence(entry: QueuedEntry): void {
    const { silence } = this.context;
    if (this.suspects.length === 0) {
      silence.runs = silence.id === entry.id ? silence.runs + 1 : 1;
      silence.id = entry.id;
    }
    this.suspects.push(entry);
    if (this.suspects.length > Math.min(silence.runs - PATIENT_RUNS, MAX_SUSPECTS)) this.end.stoppedBy = 'network';
  }

  /** Somebody answered: so the suspects alone get no answer, and wait apart. */
  private async putSuspectsOff(): Promise<void> {
    for (const suspect of this.suspects.splice(0)) {
      const until = now() + backoff(suspect.attempts, Math.random());
      await postpone(suspect, until);
      this.noteDelay(until);
    }
  }

  private async apply(entry: QueuedEntry, verdict: Verdict): Promise<void> {
    switch (verdict.kind) {
      case 'gone':
        return;
      case 'receipt':
        await this.settle(entry, verdict);
        return this.putSuspectsOff();
      case 'refuse':
        await refuse(entry, { ...verdict, at: new Date(now()).toISOString() });
        this.end.settled += 1;
        this.context.reporter.refused();
        return this.putSuspectsOff();
      case 'postpone':
        await this.keepUntil(entry, verdict);
        return this.putSuspectsOff();
      case 'stop':
        return this.noteSilence(entry);
      case 'portal':
      case 'session':
        this.end.stoppedBy = verdict.kind;
    }
  }

  private async sendAll(): Promise<void> {
    let entry = await this.findDue(0);
    while (entry) {
      const session = await this.readOwnSession();
      if (!session) return;
      this.context.reporter.started();
      const verdict = await sendEntry(entry, session, this.context.place);
      // Looked for only now, for while a request is on its way the learner may throw the next one away; but before the
      // receipt is written, so that the store costs no time between two.
      const upcoming = later(this.findDue(entry.seq));
      await this.apply(entry, verdict);
      if (this.end.stoppedBy) return;
      entry = await upcoming;
    }
    if (this.suspects.length > 0) this.end.stoppedBy = 'network';
  }

  async run(): Promise<WalkEnd> {
    try {
      await this.sendAll();
    } finally {
      await this.settling;
    }
    return this.end;
  }
}

/**
 * Walks an owner's queue once; the replay lock must be held.
 *
 * @throws {StorageError} when the device fails; what was not written waits as before.
 */
export function walkQueue(owner: string, context: WalkContext): Promise<WalkEnd> {
  return new Walk(owner, context).run();
}
