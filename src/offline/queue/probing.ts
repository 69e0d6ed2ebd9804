/**
 * Head-of-line probing: a call that is blocked every time must not block the calls behind it for ever.
 *
 * A dead network, a captive portal and a server that is down look the same from one call. So the order is kept at
 * first, and only an answer to another call shows that this one alone is blocked. What happens to a blocked call:
 *
 * | What happens | Then |
 * |---|---|
 * | it is blocked in a run | it is the head of the line; the run ends, nothing else is sent |
 * | it has ended more than `HEAD_ONLY_RUNS` runs in a row | the run probes some calls behind it, starting after the last one probed |
 * | no probe is answered | the run ends as the head ended it; nothing is written for the probes |
 * | a probe is answered | the head and the unanswered probes wait apart: they no longer block other calls |
 * | the server asks for a delay at the head every time | the same, but the head itself is skipped, because the delay is respected |
 * | apart, it is blocked the same way while the server answers others | its delay grows and it is counted, until {@link hasExhaustedAttempts}: then it goes to 要確認 |
 * | apart, it is blocked and no other call is answered | the run ends, nothing is counted |
 * | apart, it is blocked in another way | it waits with the others again |
 *
 * An answer to the call itself ends this at any time. docs/decisions/0022 has a diagram and the reasons for the
 * numbers.
 */
import type { Verdict } from './classify';
import type { Block, QueuedEntry } from './entries';
import { backoff } from './retry-policy';

/** Number of runs in a row that may end at the same blocked call before the calls behind it are probed. */
const HEAD_ONLY_RUNS = 2;
/** Upper bound of probes per run: each may take as long as the request timeout. */
const MAX_PROBES = 3;
/**
 * Number of times that a call is blocked, each after its own delay, before it is moved to the refused calls (要確認):
 * about an hour in all.
 */
const MAX_BLOCKED = 20;
/**
 * Number of 2xx answers without an acknowledgement after which a call is moved to 要確認 (refused calls): the server may
 * have recorded the call each time.
 */
const MAX_UNACKNOWLEDGED = 5;
/** Number of attempts added to the backoff after a 2xx answer without an acknowledgement. */
const UNACKNOWLEDGED_BACKOFF_OFFSET = 5;

/** A blocked call. `status`: the HTTP status that came instead of the server's answer, 0 if none came. */
export interface BlockedCall {
  entry: QueuedEntry;
  status: number;
}

/** Returns the status that came instead of the server's answer, 0 if none came; undefined if the server answered. */
export function blockedStatus(verdict: Verdict): number | undefined {
  if (verdict.kind === 'stop') return 0;
  const isBlocked = verdict.kind === 'portal' || (verdict.kind === 'postpone' && verdict.pausesAll);
  return isBlocked ? verdict.status : undefined;
}

function isUnacknowledged({ status }: Block): boolean {
  return status >= 200 && status < 300;
}

/** Returns the delay in ms before a blocked call that waits apart is sent again. */
export function apartDelay(block: Block, random: number): number {
  return backoff(block.times + (isUnacknowledged(block) ? UNACKNOWLEDGED_BACKOFF_OFFSET : 0), random);
}

/** Returns true if the call was blocked so often that the learner must decide about it (要確認). */
export function hasExhaustedAttempts(block: Block): boolean {
  return block.times >= (isUnacknowledged(block) ? MAX_UNACKNOWLEDGED : MAX_BLOCKED);
}

/** One sender's memory of the blocked call (the head) at which its runs of replay end. */
export class Probing {
  private head: BlockedCall | undefined;
  /** The number of runs in a row that ended at the same blocked call, the head. */
  private runs = 0;
  /** True if the server asked for a delay (`Retry-After`) when the blocked call was last sent. */
  private isAsked = false;
  /** The calls behind the head that were sent as probes and were blocked, too. */
  private tried: BlockedCall[] = [];
  /**
   * The number of probes left in this run; undefined before a call is blocked in this run, and after the server has
   * answered a call.
   */
  private left: number | undefined;
  /** The seq of the last probe of this run whose answer does not tell whether other calls are blocked. */
  private passed = 0;

  /** Resets what belongs to one run; called when a run of replay starts. */
  begin(): void {
    this.left = undefined;
    this.passed = 0;
  }

  /** True from the moment a call was blocked in this run until the server answers a call. */
  get isUnderWay(): boolean {
    return this.left !== undefined;
  }

  /** The sequence number (seq) after which the next entry to probe is searched. */
  get after(): number {
    return Math.max(this.passed, this.tried.at(-1)?.entry.seq ?? this.head?.entry.seq ?? 0);
  }

  /** Makes the next probes start after the blocked head again, because no entry is left after {@link after}. */
  wrap(): void {
    this.tried = [];
  }

  /**
   * Returns the blocked call if a run must skip it, because the server asked for a delay each time it was sent; else
   * undefined.
   */
  passedOver(entry: QueuedEntry): BlockedCall | undefined {
    return this.isAsked && this.runs >= HEAD_ONLY_RUNS && this.head?.entry.id === entry.id ? this.head : undefined;
  }

  /** Records a call that was blocked or skipped. Returns true if this run may probe other calls. */
  noteBlocked(call: BlockedCall, isAsked: boolean): boolean {
    if (this.left !== undefined) {
      this.tried.push(call);
      return this.spend() && !isAsked;
    }
    const isSame = this.head?.entry.id === call.entry.id;
    if (!isSame) this.tried = [];
    this.head = call;
    this.runs = isSame ? this.runs + 1 : 1;
    this.isAsked = isAsked;
    this.left = Math.min(Math.max(this.runs - HEAD_ONLY_RUNS, 0), MAX_PROBES);
    return this.left > 0 && !isAsked;
  }

  /**
   * Records a probe whose answer does not tell whether other calls are blocked. Returns true if this run may probe
   * more.
   */
  pass(entry: QueuedEntry): boolean {
    this.passed = entry.seq;
    return this.spend();
  }

  private spend(): boolean {
    this.left = Math.max((this.left ?? 0) - 1, 0);
    return this.left > 0;
  }

  /** Records that the server answered a call. Returns the blocked calls that wait apart from now on. */
  answered(entry: QueuedEntry): BlockedCall[] {
    const { head, tried } = this;
    if (!head || (this.left === undefined && head.entry.id !== entry.id)) return [];
    const isContrast = this.left !== undefined;
    this.head = undefined;
    this.runs = 0;
    this.tried = [];
    this.left = undefined;
    return isContrast ? [head, ...tried].filter((call) => call.entry.id !== entry.id) : [];
  }
}
