/** The one scheduler of a simulated history: what happens next, and what time it is. Nothing sleeps. */
import type { Random } from './random';

/** Whether what belongs to it still happens: a frozen page's tasks wait, a dead one's never come. */
export interface Life {
  readonly name: string;
  state: 'running' | 'frozen' | 'dead';
  held: Task[];
  /** It may hear of an answer late. */
  wasFrozen?: boolean;
}

interface Task {
  run: () => void;
  lane: string;
  life: Life | undefined;
}

interface Timer extends Task {
  at: number;
  isOver: boolean;
}

/** What the simulation found: a sentence that does not hold. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

/** So many tasks in one instant are no work any more. */
const MOST_AT_ONCE = 60_000;
// The code under proof has timers of its own; this is Node's, to let promises run out.
const { setImmediate: afterPromises } = globalThis;

/** Resolves when all promises that can go on have gone on. */
function promisesRun(): Promise<void> {
  return new Promise((resolve) => void afterPromises(resolve));
}

export class Scheduler {
  /** Milliseconds since the history began. */
  now = 0;
  /** How many tasks have run. */
  count = 0;
  /** A number that stands for all that has happened, in its order. */
  trace = 0;
  /** How often something was noted. */
  notes = 0;
  /** Tells what happened, for the story; nothing while nobody listens. */
  onNote: ((words: string) => void) | undefined;
  private readonly lanes = new Map<string, Task[]>();
  private timers: Timer[] = [];
  private atOnce = 0;

  /** @param random chooses among the lanes that have something to do; the caller sets it anew for each operation. */
  constructor(public random: Random) {}

  /** Has a task run as soon as its lane comes to it. */
  post(lane: string, run: () => void, life?: Life): void {
    const tasks = this.lanes.get(lane);
    if (tasks) tasks.push({ run, lane, life });
    else this.lanes.set(lane, [{ run, lane, life }]);
  }

  /** Has a task run after a time; returns how to take it back. */
  after(ms: number, lane: string, run: () => void, life?: Life): () => void {
    const timer: Timer = { at: this.now + Math.max(ms, 0), run, lane, life, isOver: false };
    let index = this.timers.length;
    while (index > 0 && (this.timers[index - 1]?.at ?? 0) > timer.at) index -= 1;
    this.timers.splice(index, 0, timer);
    return () => void (timer.isOver = true);
  }

  /** Adds words to the trace. */
  note(words: string): void {
    this.notes += 1;
    for (let index = 0; index < words.length; index += 1) this.stamp(words.charCodeAt(index));
    this.onNote?.(words);
  }

  private stamp(value: number): void {
    this.trace = (Math.imul(this.trace ^ value, 0x01000193) + 0x9e37) >>> 0;
  }

  /** What is due now, in its lane. */
  private ripen(): void {
    let due = 0;
    while ((this.timers[due]?.at ?? Infinity) <= this.now) due += 1;
    for (const { isOver, lane, run, life } of this.timers.splice(0, due)) if (!isOver) this.post(lane, run, life);
  }

  /** Runs one task, and all promises that follow from it; false when there is none now. */
  async step(): Promise<boolean> {
    this.ripen();
    const names = [...this.lanes.keys()];
    if (names.length === 0) return false;
    const name = names.length === 1 ? (names[0] ?? '') : this.random.pick(names);
    const tasks = this.lanes.get(name) ?? [];
    const task = tasks.shift();
    if (tasks.length === 0) this.lanes.delete(name);
    if (!task || task.life?.state === 'dead') return true;
    if (task.life?.state === 'frozen') {
      task.life.held.push(task);
      return true;
    }
    this.count += 1;
    this.atOnce += 1;
    if (this.atOnce > MOST_AT_ONCE)
      throw new Broken('the device does not come to rest: it works for ever in one instant');
    this.stamp(this.now);
    this.stamp(name.charCodeAt(0) + name.length);
    task.run();
    await promisesRun();
    return true;
  }

  /** Runs what can run now; time stands still. */
  async settle(afterEach?: () => void): Promise<void> {
    await promisesRun();
    while (await this.step()) afterEach?.();
  }

  /** Lets time pass. */
  async pass(ms: number, afterEach?: () => void, atRest?: () => void): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      await this.settle(afterEach);
      atRest?.();
      while (this.timers[0]?.isOver) this.timers.shift();
      const next = this.timers[0]?.at ?? Infinity;
      if (next > end) break;
      if (next > this.now) this.atOnce = 0;
      this.now = next;
    }
    if (end > this.now) this.atOnce = 0;
    this.now = end;
  }

  /** What was held back while it was frozen comes now. */
  thaw(life: Life): void {
    life.state = 'running';
    for (const { lane, run } of life.held.splice(0)) this.post(lane, run, life);
  }
}
