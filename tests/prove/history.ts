/** Runs one simulated history: its operations, then an end at which every call must have arrived. */
import { MINUTE_MS, SECOND_MS } from '@/lib/constants';

import { Browser } from './browser';
import type { AppFactory } from './bundle';
import { type Operation, perform } from './operations';
import type { Page } from './page';
import { Random } from './random';
import { InvariantViolation } from './scheduler';
import { ScreenInvariants } from './screen-invariants';
import { type Learner, learners } from './server';
import { StateInvariants } from './state-invariants';
import { World } from './world';

/** The result of a history. */
export interface Run {
  /** A hash of all steps in their order, the same for each run of the same seed. */
  trace: number;
  steps: number;
  /** The invariant that was violated; undefined if all held. */
  failure: string | undefined;
  /** The history's log, one line for each event; empty unless requested. */
  log: string[];
}

class History {
  readonly world: World;
  readonly browser: Browser;
  private readonly stateInvariants: StateInvariants;
  private readonly screenInvariants: ScreenInvariants;
  /** The number of events at the last check of the invariants. */
  private eventsChecked = -1;

  constructor(load: AppFactory, seed: number) {
    this.world = new World(new Random(seed, 3));
    this.browser = new Browser(this.world, load);
    this.stateInvariants = new StateInvariants(this.world);
    this.screenInvariants = new ScreenInvariants(this.world);
  }

  /** Checks the invariants after a step, unless a transaction is half written. */
  private readonly afterStep = (): void => {
    const { device, server, scheduler, pendingDeletions, failure } = this.world;
    if (failure) throw failure;
    // Skips the checks if nothing has changed, because most steps change nothing.
    const events = device.writes + server.handled + scheduler.notes;
    if (
      events === this.eventsChecked ||
      pendingDeletions > 0 ||
      device.isWriting('queue') ||
      device.isWriting('session')
    )
      return;
    this.eventsChecked = events;
    this.stateInvariants.check();
  };

  private readonly atRest = (): void => {
    this.afterStep();
    this.screenInvariants.check(this.browser.pages);
  };

  private advance(ms: number): Promise<void> {
    return this.world.scheduler.advance(ms, this.afterStep, this.atRest);
  }

  private async checkMarks(): Promise<void> {
    const { world } = this;
    await world.scheduler.settle(this.afterStep);
    if (this.browser.locks.areHeld) return;
    for (const page of this.browser.pages) if (page.isShowing) await this.screenInvariants.checkMarks(page);
  }

  async play(operations: readonly Operation[]): Promise<void> {
    const { browser } = this;
    const [page] = browser.pages;
    page?.open();
    await this.advance(SECOND_MS);
    page?.signIn('a');
    await this.advance(SECOND_MS);
    for (const operation of operations) {
      await perform(browser, operation, { afterStep: this.afterStep, atRest: this.atRest });
      this.afterStep();
      if (operation.chance % 5 === 0) await this.checkMarks();
    }
    await this.end();
  }

  /**
   * Ends all faults except wrong clocks; then both learners sign in, one after the other, and their calls must arrive.
   */
  private async end(): Promise<void> {
    const { world, browser } = this;
    const { device, server } = world;
    world.scheduler.note('— All faults end, except for wrong clocks.');
    browser.close();
    Object.assign(device, { full: undefined, lostConnections: 0, isUnreadable: false });
    Object.assign(server, { isNew: true, progress: 'shown', lagMs: 0 });
    browser.network.condition = 'fine';
    server.crash(0);
    world.pauseResets += 1;
    await this.advance(10 * MINUTE_MS);
    const [page] = browser.pages;
    if (!page) return;
    for (const learner of learners) await this.signInAndArrive(page, learner);
  }

  private async signInAndArrive(page: Page, learner: Learner): Promise<void> {
    const { world } = this;
    const { poisoned } = this.browser.network;
    page.open();
    await this.advance(5 * SECOND_MS);
    page.signIn(learner);
    await this.advance(5 * SECOND_MS);
    if (page.learner !== learner) throw new InvariantViolation(`${learner} cannot sign in at the end`);
    if (poisoned.size > 0) {
      await this.advance(70 * MINUTE_MS);
      await this.advance(10 * MINUTE_MS);
      this.stateInvariants.atEnd(learner, (callKey) => poisoned.has(callKey) || world.isLessonGone(callKey), 'refused');
      poisoned.clear();
    }
    for (let round = 0; round < 4; round += 1) {
      page.resend();
      await this.advance(65 * MINUTE_MS);
      page.realm?.page.window.dispatchEvent(new Event('online'));
      await this.advance(MINUTE_MS);
    }
    this.stateInvariants.atEnd(learner, (callKey) => world.isLessonGone(callKey));
    await this.checkMarks();
  }
}

/** Runs a history. @param withLog true to fill the log. */
export async function runHistory(
  load: AppFactory,
  seed: number,
  operations: readonly Operation[],
  withLog = false,
): Promise<Run> {
  const log: string[] = [];
  const history = new History(load, seed);
  const { scheduler } = history.world;
  if (withLog) scheduler.onNote = (text) => log.push(`${(scheduler.now / 1000).toFixed(3)} s  ${text}`);
  const { stackTraceLimit } = Error;
  // Stack traces are off: the simulated device throws thousands of errors whose stacks are never read.
  Error.stackTraceLimit = 0;
  let failure: string | undefined;
  try {
    await history.play(operations);
  } catch (error) {
    if (!(error instanceof InvariantViolation)) throw error;
    failure = error.message;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    history.browser.close();
  }
  return { trace: scheduler.trace, steps: scheduler.count, failure, log };
}
