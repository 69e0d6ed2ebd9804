/** One walk through the queue: sends entry by entry, oldest first, and those that wait apart last (probing.ts). */
import { isOk } from '@/api/network/server-answer';
import { readSessionStrictly } from '@/session/own-session';
import { ownerKey, type OwnerKey, type Session } from '@/session/session';
import { handled } from '@/storage/handled';
import { now } from '@/storage/now';

import { isDue, type Verdict } from './classify';
import type { Block, QueuedEntry, Receipt, Refusal } from './entries';
import { isStillQueued, noteUnsent, postpone, setApart, refuse } from './entry-transitions';
import { hasExhaustedAttempts, type Probing, blockedStatus, type BlockedCall, apartDelay } from './probing';
import { type ReplayOutcome, failedOutcome } from './queue-broadcasts';
import { type EntryPage, readPage } from './queue-pages';
import type { Reporter } from './replay-reporter';
import { backoff } from './retry-policy';
import { type SendContext, sendEntry } from './send-entry';
import { checkServer } from './server-check';
import type { UnwrittenReceipts } from './unwritten-receipts';

/**
 * Numbers of records that are read for the first page, and at most for any page. Each page is eight times as large as
 * the page before.
 */
const FIRST_PAGE = 1;
const MAX_PAGE = 64;

interface DueSearch {
  /** Finds only entries with a greater sequence number (seq). */
  after: number;
  /** True to find only blocked entries that wait apart (probing.ts); false to find only the others. */
  isApart: boolean;
  /** True to find postponed entries too. */
  isUrgent: boolean;
  /** Callback: gets the time until which each skipped entry is postponed, in ms since 1970. */
  onDelay: (until: number | undefined) => void;
}

/**
 * Returns the first entry that may be sent now, in the order of seq. Reads one record, and larger pages only while
 * entries are postponed.
 *
 * @throws {StorageError} when the device fails.
 */
async function findDue(
  owner: OwnerKey,
  { after, isApart, isUrgent, onDelay }: DueSearch,
): Promise<QueuedEntry | undefined> {
  let from: number | undefined = after;
  for (let limit = FIRST_PAGE; from !== undefined; limit = Math.min(limit * 8, MAX_PAGE)) {
    const page: EntryPage<'queued'> = await readPage('queued', owner, { after: from, limit });
    for (const entry of page.entries) {
      if ((entry.blocked !== undefined) !== isApart) continue;
      if (isUrgent || isDue(entry.notBefore, now())) return entry;
      onDelay(entry.notBefore);
    }
    from = page.last;
  }
  return undefined;
}

/** Maximum number of calls that wait apart and are tried in one walk. */
const MAX_APART = 3;

export interface WalkContext extends SendContext {
  reporter: Reporter;
  probing: Probing;
  unwritten: UnwrittenReceipts;
  /** True to send postponed calls too. */
  isUrgent: boolean;
  /** Called when another person has signed in, so that their calls are sent next. */
  onOwnerGone: () => void;
}

class Walk {
  readonly outcome: ReplayOutcome = { received: 0, refused: 0 };
  /** The outcome with which the walk ends unless a probe is answered. */
  private endUnlessAnswered: Partial<ReplayOutcome> = {};
  /** Resolves when the last receipt is written; the next call is sent meanwhile. */
  private writing: Promise<void> = Promise.resolve();
  /**
   * True if the server has answered in this walk, false if a check found that the server does not answer; undefined
   * while unknown.
   */
  private isReachable: boolean | undefined;

  constructor(
    private readonly owner: OwnerKey,
    private readonly context: WalkContext,
  ) {}

  private findNext(after: number, isApart = false): Promise<QueuedEntry | undefined> {
    const onDelay = (until: number | undefined) => this.noteDelay(until);
    return findDue(this.owner, { after, isApart, isUrgent: this.context.isUrgent, onDelay });
  }

  private noteDelay(until: number | undefined): void {
    if (until !== undefined) this.outcome.nextDueAt = Math.min(this.outcome.nextDueAt ?? Infinity, until);
  }

  /**
   * Reads the session before every call; undefined if it is no longer the owner's.
   *
   * @param reading a read of it that has already begun.
   */
  private async readOwnSession(reading = readSessionStrictly()): Promise<Session | undefined> {
    const session = await reading;
    if (session && ownerKey(session.owner) === this.owner) return session;
    this.outcome.stoppedBy = 'session';
    if (session) this.context.onOwnerGone();
    return undefined;
  }

  /**
   * Writes the receipt while the next call is sent. At most one is being written, so a crash repeats one call at most.
   */
  private async receive(entry: QueuedEntry, receipt: Receipt): Promise<void> {
    this.context.unwritten.add(entry, receipt);
    await this.writing;
    this.writing = handled(this.writeReceipt(entry));
  }

  private async writeReceipt(entry: QueuedEntry): Promise<void> {
    await this.context.unwritten.write(entry);
    this.outcome.received += 1;
    this.context.reporter.received(entry);
  }

  /**
   * Moves an entry to the refused calls (要確認). `isBlocked`: the server did not refuse the call, but the call never
   * arrives.
   */
  private async moveToRefused(entry: QueuedEntry, { status, reason, isBlocked }: Omit<Refusal, 'at'>) {
    await refuse(entry, { status, reason, at: new Date(now()).toISOString(), ...(isBlocked && { isBlocked }) });
    this.outcome.refused += 1;
    this.context.reporter.refused();
  }

  private async letWaitApart(entry: QueuedEntry, block: Block, until?: number): Promise<void> {
    const notBefore = until ?? now() + apartDelay(block, Math.random());
    await setApart(entry, block, notBefore);
    this.noteDelay(notBefore);
  }

  /**
   * The server has answered this call, so only the calls blocked in this run are affected: they wait apart from now on.
   */
  private async noteAnswer(entry: QueuedEntry): Promise<void> {
    this.isReachable = true;
    for (const { entry: waiting, status } of this.context.probing.answered(entry)) {
      await this.letWaitApart(waiting, waiting.blocked ?? { status, times: 0 });
    }
  }

  /** Handles a blocked call: the walk ends, unless probes are to show if other calls are blocked, too. */
  private noteBlocked(call: BlockedCall, end: Partial<ReplayOutcome>, isAsked = false): void {
    const { probing } = this.context;
    if (!probing.isUnderWay) this.endUnlessAnswered = { ...end, stoppedAt: call.entry.id };
    if (!probing.noteBlocked(call, isAsked)) Object.assign(this.outcome, this.endUnlessAnswered);
  }

  /** Counts a probe whose answer does not tell whether other calls are blocked. */
  private passProbe(entry: QueuedEntry): void {
    const { probing } = this.context;
    if (probing.isUnderWay && !probing.pass(entry)) Object.assign(this.outcome, this.endUnlessAnswered);
  }

  private async keepUntil(entry: QueuedEntry, verdict: Verdict & { kind: 'postpone' }, session: Session) {
    const { until, isAsked, pausesAll, status } = verdict;
    if (!pausesAll) {
      await postpone(entry, until);
      this.noteDelay(until);
      return this.passProbe(entry);
    }
    // Each 2xx without an acknowledgement may mean that the call was recorded, so check at once if the server answers.
    if (isOk(status) && (await this.isServerReachable(session))) return this.letWaitApart(entry, { status, times: 1 });
    // Store no delay for a call that was only sent as a probe, unless the server asks for a delay.
    if (!this.context.probing.isUnderWay || isAsked) await postpone(entry, until, { until, isAsked });
    this.noteBlocked({ entry, status }, { stoppedBy: 'pause', nextDueAt: until }, isAsked);
  }

  private async apply(entry: QueuedEntry, verdict: Verdict, session: Session): Promise<void> {
    switch (verdict.kind) {
      case 'receipt':
        await this.receive(entry, verdict.receipt);
        return this.noteAnswer(entry);
      case 'refuse':
        await this.moveToRefused(entry, verdict);
        return this.noteAnswer(entry);
      case 'unsent':
        await noteUnsent(entry, verdict.reason);
        return this.passProbe(entry);
      case 'postpone':
        return this.keepUntil(entry, verdict, session);
      case 'stop':
        return this.noteBlocked({ entry, status: 0 }, { stoppedBy: 'network' });
      case 'portal':
        return this.noteBlocked({ entry, status: verdict.status }, { stoppedBy: 'portal' });
      case 'session':
        this.outcome.stoppedBy = 'session';
    }
  }

  /** Checks whether the server answers now: at most once per walk, and only if it has answered no call in it. */
  private async isServerReachable(session: Session): Promise<boolean> {
    this.isReachable ??= (await checkServer(session, this.context.signal)).isReachable;
    return this.isReachable;
  }

  /** Returns the entry to send: if the server always asks for a delay for one call, another entry is sent instead. */
  private async skipDelayedHead(entry: QueuedEntry | undefined): Promise<QueuedEntry | undefined> {
    const { probing } = this.context;
    const head = entry && probing.passedOver(entry);
    if (!head) return entry;
    const next = await this.findNext(Math.max(entry.seq, probing.after));
    if (next) {
      probing.noteBlocked(head, true);
      this.endUnlessAnswered = { stoppedBy: 'pause', stoppedAt: entry.id };
    } else probing.wrap();
    return next ?? entry;
  }

  private async sendInOrder(): Promise<void> {
    const { probing } = this.context;
    let entry = await this.skipDelayedHead(await this.findNext(0));
    let reading: Promise<Session | undefined> | undefined;
    while (entry) {
      const session = await this.readOwnSession(reading);
      if (!session) return;
      this.context.reporter.started();
      const verdict = await sendEntry(entry, session, this.context);
      // Read the next entry only after the request has ended, because the learner may discard that entry meanwhile; but
      // before the receipt is written and in parallel with the session, so that storage costs little time between two
      // calls.
      const upcoming = verdict?.kind === 'receipt' ? handled(this.findNext(entry.seq)) : undefined;
      reading = upcoming && handled(readSessionStrictly());
      if (verdict) await this.apply(entry, verdict, session);
      if (this.outcome.stoppedBy) return;
      entry = probing.isUnderWay
        ? await this.findNext(probing.after)
        : await this.skipDelayedHead(await (upcoming ?? this.findNext(entry.seq)));
    }
    if (probing.isUnderWay) probing.wrap();
  }

  /** Applies the verdict on a call that waits apart. @param isItsTime true if its own delay was over. */
  private async applyApart(entry: QueuedEntry, verdict: Verdict, session: Session, isItsTime: boolean): Promise<void> {
    const status = blockedStatus(verdict);
    if (status === undefined || !this.isReachable) return this.apply(entry, verdict, session);
    const { blocked } = entry;
    if (blocked?.status !== status) return setApart(entry, undefined, now() + backoff(0, Math.random()));
    const block = { status, times: blocked.times + (isItsTime ? 1 : 0) };
    if (hasExhaustedAttempts(block)) return this.moveToRefused(entry, { status, reason: '', isBlocked: true });
    return this.letWaitApart(entry, block, verdict.kind === 'postpone' && verdict.isAsked ? verdict.until : undefined);
  }

  /** Sends a few of the calls that wait apart, after all others. */
  private async sendApart(): Promise<void> {
    let entry = await this.findNext(0, true);
    for (let sent = 0; entry && sent < MAX_APART; sent += 1) {
      const session = await this.readOwnSession();
      if (!session) return;
      this.context.reporter.started();
      const isItsTime = isDue(entry.notBefore, now());
      const check = this.isReachable === undefined ? await checkServer(session, this.context.signal) : undefined;
      this.isReachable ??= check?.isReachable;
      if (check?.retryAfterMs !== undefined) return this.waitAsAsked(entry, check.retryAfterMs);
      if (check && !(await isStillQueued(entry))) return;
      const verdict = await sendEntry(entry, session, this.context);
      if (verdict) await this.applyApart(entry, verdict, session, isItsTime);
      if (this.outcome.stoppedBy) return;
      entry = await this.findNext(entry.seq, true);
    }
  }

  /** The server asked for a delay, so all calls wait. */
  private async waitAsAsked(entry: QueuedEntry, retryAfterMs: number): Promise<void> {
    const until = now() + retryAfterMs;
    await postpone(entry, until, { until, isAsked: true });
    Object.assign(this.outcome, { stoppedBy: 'pause', nextDueAt: until } satisfies Partial<ReplayOutcome>);
  }

  private async walk(): Promise<void> {
    const { probing, unwritten } = this.context;
    probing.begin();
    for (const entry of unwritten.of(this.owner)) await this.writeReceipt(entry);
    try {
      await this.sendInOrder();
      if (!this.outcome.stoppedBy) await this.sendApart();
      if (probing.isUnderWay && !this.outcome.stoppedBy) Object.assign(this.outcome, this.endUnlessAnswered);
    } finally {
      await this.writing;
    }
  }

  async run(): Promise<ReplayOutcome> {
    await this.walk().catch((error: unknown) => Object.assign(this.outcome, failedOutcome(error)));
    return this.outcome;
  }
}

/** Walks an owner's queue once. The replay lock must be held. */
export function walkQueue(owner: OwnerKey, context: WalkContext): Promise<ReplayOutcome> {
  return new Walk(owner, context).run();
}
