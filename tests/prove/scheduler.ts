/**
 * The only scheduler and clock of a simulated history: it decides which task runs next, and advances simulated time
 * only.
 */
import type { Random } from './random';

/** The lifecycle of a page or worker: tasks of a frozen one are held back, tasks of a dead one never run. */
export interface Lifecycle {
  readonly name: string;
  state: 'running' | 'frozen' | 'dead';
  held: Task[];
  /** True if the page or worker has been frozen, so that it may learn of a response late. */
  wasFrozen?: boolean;
}

interface Task {
  run: () => void;
  lane: string;
  life: Lifecycle | undefined;
}

interface Timer extends Task {
  at: number;
  isOver: boolean;
}

/** The error thrown when an invariant of the promise to learners does not hold. */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation';
}

/** Maximum number of tasks in one simulated instant; more count as an endless loop. */
const MAX_TASKS_PER_INSTANT = 60_000;
// Node's own timer, kept under another name because the simulated pages have simulated timers.
const { setImmediate: afterPromises } = globalThis;

/** Resolves when the microtask queue is empty. */
function drainMicrotasks(): Promise<void> {
  return new Promise((resolve) => void afterPromises(resolve));
}

export class Scheduler {
  /** Simulated ms since the history began. */
  now = 0;
  /** The number of tasks that have run. */
  count = 0;
  /** A hash of all events of the history, in their order. */
  trace = 0;
  /** The number of notes added to the trace so far. */
  notes = 0;
  /** Receives each note, for the log. */
  onNote: ((text: string) => void) | undefined;
  private readonly lanes = new Map<string, Task[]>();
  private timers: Timer[] = [];
  private tasksInInstant = 0;

  /**
   * Creates the scheduler.
   *
   * @param random chooses among the lanes with pending tasks; the caller replaces it for each operation.
   */
  constructor(public random: Random) {}

  /** Adds a task to a lane. Tasks of one lane run in order; the order between lanes is random. */
  post(lane: string, run: () => void, life?: Lifecycle): void {
    const tasks = this.lanes.get(lane);
    if (tasks) tasks.push({ run, lane, life });
    else this.lanes.set(lane, [{ run, lane, life }]);
  }

  /** Adds a task to a lane after a delay. @returns a function that cancels it. */
  after(ms: number, lane: string, run: () => void, life?: Lifecycle): () => void {
    const timer: Timer = { at: this.now + Math.max(ms, 0), run, lane, life, isOver: false };
    let index = this.timers.length;
    while (index > 0 && (this.timers[index - 1]?.at ?? 0) > timer.at) index -= 1;
    this.timers.splice(index, 0, timer);
    return () => void (timer.isOver = true);
  }

  /** Adds a note to the trace and the log. */
  note(text: string): void {
    this.notes += 1;
    for (let index = 0; index < text.length; index += 1) this.hash(text.charCodeAt(index));
    this.onNote?.(text);
  }

  private hash(value: number): void {
    this.trace = (Math.imul(this.trace ^ value, 0x01000193) + 0x9e37) >>> 0;
  }

  /** Posts the tasks of the timers that are due. */
  private postDueTimers(): void {
    let due = 0;
    while ((this.timers[due]?.at ?? Infinity) <= this.now) due += 1;
    for (const { isOver, lane, run, life } of this.timers.splice(0, due)) if (!isOver) this.post(lane, run, life);
  }

  /** Runs one task and the promises that follow from it. @returns false if no task is pending. */
  async step(): Promise<boolean> {
    this.postDueTimers();
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
    this.tasksInInstant += 1;
    if (this.tasksInInstant > MAX_TASKS_PER_INSTANT)
      throw new InvariantViolation('the device works without end in one instant');
    this.hash(this.now);
    this.hash(name.charCodeAt(0) + name.length);
    task.run();
    await drainMicrotasks();
    return true;
  }

  /** Runs all pending tasks, without advancing the time. */
  async settle(afterEach?: () => void): Promise<void> {
    await drainMicrotasks();
    while (await this.step()) afterEach?.();
  }

  /**
   * Advances the simulated time. @param afterEach called after each task. @param atRest called when no task is pending
   * at the current time.
   */
  async advance(ms: number, afterEach?: () => void, atRest?: () => void): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      await this.settle(afterEach);
      atRest?.();
      while (this.timers[0]?.isOver) this.timers.shift();
      const next = this.timers[0]?.at ?? Infinity;
      if (next > end) break;
      if (next > this.now) this.tasksInInstant = 0;
      this.now = next;
    }
    if (end > this.now) this.tasksInInstant = 0;
    this.now = end;
  }

  /** Resumes a frozen page or worker: its held tasks are posted. */
  thaw(life: Lifecycle): void {
    life.state = 'running';
    for (const { lane, run } of life.held.splice(0)) this.post(lane, run, life);
  }
}
