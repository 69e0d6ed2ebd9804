/**
 * Head-of-line probing: a call that something on the way stops every time must not hold the others for ever.
 *
 * A dead network, a portal and a server that is down look the same from one call, so order is kept first, and only
 * somebody else's answer tells them apart. The way of a call that is stopped:
 *
 * | What happens | Then |
 * |---|---|
 * | it stops a run | it is the head; the run ends, nothing else is sent |
 * | it has stopped more runs in a row than `HEAD_ONLY_RUNS` | some of those behind it are tried, from where the last run came to |
 * | none of them is answered | the run ends as the head ended it; of them nothing is written |
 * | one of them is answered | the head, and all that were tried in vain, wait apart: they hold nobody up any more |
 * | the server asks for time at it again and again | the same, but the head itself is passed over, for what it asks is respected |
 * | apart, it is stopped the same way while the server answers others | it waits longer, and counts: after {@link hasExhaustedAttempts} it is set aside |
 * | apart, it is stopped and nobody is answered | the run ends, nothing is counted |
 * | apart, it is stopped in another way | it is a call like all others again |
 *
 * Its own answer ends all that at any time. docs/decisions/0022 has the drawing, and why the numbers.
 */
import { backoff, type Verdict } from './classify';
import type { Block, QueuedEntry } from './entries';

/** So many runs in a row may end at the same call before the ones behind it are tried. */
const HEAD_ONLY_RUNS = 2;
/** At most so many are tried in one run: each may take as long as a request may. */
const MAX_PROBES = 3;
/** So often a call is stopped, each time after its own wait, before it is set aside: about an hour. */
const MAX_STOPS = 20;
/** The same for a server that answers 2xx without a receipt: it may have recorded the call each time. */
const MAX_UNACKNOWLEDGED = 5;
/** And then a wait begins as long as after so many attempts. */
const UNACKNOWLEDGED_BACKOFF_OFFSET = 5;

/** A call that was stopped, and how: the status of the answer that came instead of the server's, 0 for none. */
export interface Stopped {
  entry: QueuedEntry;
  status: number;
}

/** What came instead of the server's answer: its status, 0 for none; undefined when the server has answered. */
export function stopStatus(verdict: Verdict): number | undefined {
  if (verdict.kind === 'stop') return 0;
  const isStop = verdict.kind === 'portal' || (verdict.kind === 'postpone' && verdict.pausesAll);
  return isStop ? verdict.status : undefined;
}

function isTaken({ status }: Block): boolean {
  return status >= 200 && status < 300;
}

/** How long a call that waits apart waits, in ms. */
export function apartDelay(block: Block, random: number): number {
  return backoff(block.times + (isTaken(block) ? UNACKNOWLEDGED_BACKOFF_OFFSET : 0), random);
}

/** Whether it was stopped so often that somebody has to look at it. */
export function hasExhaustedAttempts(block: Block): boolean {
  return block.times >= (isTaken(block) ? MAX_UNACKNOWLEDGED : MAX_STOPS);
}

/** What one sender remembers of the call that its runs end at. */
export class Probing {
  private head: Stopped | undefined;
  /** How many runs in a row it has ended. */
  private runs = 0;
  /** The server has asked for time at it. */
  private isAsked = false;
  /** Those behind it that were tried in vain since. */
  private tried: Stopped[] = [];
  /** How many may still be tried in this run; undefined while nothing was stopped in it. */
  private left: number | undefined;
  /** The seq of the last one that was tried in this run and said nothing of the others. */
  private passed = 0;

  /** A run begins. */
  begin(): void {
    this.left = undefined;
    this.passed = 0;
  }

  /** True from the moment a call has stopped this run until somebody is answered. */
  get isUnderWay(): boolean {
    return this.left !== undefined;
  }

  /** The seq behind which the next one to be tried lies. */
  get after(): number {
    return Math.max(this.passed, this.tried.at(-1)?.entry.seq ?? this.head?.entry.seq ?? 0);
  }

  /** Nothing is left behind {@link after}: the next probes begin behind the head again. */
  wrap(): void {
    this.tried = [];
  }

  /** The call, as it was stopped, if a run that begins with it leaves it out: the server asks for time at it again and again. */
  passedOver(entry: QueuedEntry): Stopped | undefined {
    return this.isAsked && this.runs >= HEAD_ONLY_RUNS && this.head?.entry.id === entry.id ? this.head : undefined;
  }

  /** A call was stopped, or is passed over; true when others may be tried in this run. */
  stopped(call: Stopped, isAsked: boolean): boolean {
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

  /** One was tried, and says nothing of the others; true when more may be. */
  pass(entry: QueuedEntry): boolean {
    this.passed = entry.seq;
    return this.spend();
  }

  private spend(): boolean {
    this.left = Math.max((this.left ?? 0) - 1, 0);
    return this.left > 0;
  }

  /** The server has answered a call; returns those that wait apart from now on. */
  answered(entry: QueuedEntry): Stopped[] {
    const { head, tried } = this;
    if (!head || (this.left === undefined && head.entry.id !== entry.id)) return [];
    const isContrast = this.left !== undefined;
    this.head = undefined;
    this.runs = 0;
    this.tried = [];
    this.left = undefined;
    return isContrast ? [head, ...tried].filter((stopped) => stopped.entry.id !== entry.id) : [];
  }
}
