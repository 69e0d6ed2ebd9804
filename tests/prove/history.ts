/** One simulated history from its first operation to its end, at which everything must have arrived. */
import { MINUTE_MS, SECOND_MS } from '@/lib/constants';

import { Browser } from './browser';
import type { AppFactory } from './bundle';
import { Check } from './check';
import { type Operation, perform } from './operations';
import type { Page } from './page';
import { Random } from './random';
import { Broken } from './scheduler';
import { Screens } from './screen';
import { type Learner, learners } from './server';
import { World } from './world';

/** How a history went: what it came to, and why it is no proof, if it is none. */
export interface Run {
  /** Stands for every step in its order. */
  trace: number;
  steps: number;
  failure: string | undefined;
  /** What happened, sentence by sentence, if it was asked for. */
  story: string[];
}

class History {
  readonly world: World;
  readonly browser: Browser;
  private readonly check: Check;
  private readonly screens: Screens;
  /** What had happened when everything was looked at last. */
  private seen = -1;

  constructor(load: AppFactory, seed: number) {
    this.world = new World(new Random(seed, 3));
    this.browser = new Browser(this.world, load);
    this.check = new Check(this.world);
    this.screens = new Screens(this.world);
  }

  /** Looks whether all that must hold does; half-written records are no truth yet. */
  private readonly look = (): void => {
    const { device, server, scheduler, deletions, failure } = this.world;
    if (failure) throw failure;
    // After most steps all is as it was.
    const happened = device.writes + server.handled + scheduler.notes;
    if (happened === this.seen || deletions > 0 || device.isWriting('queue') || device.isWriting('session')) return;
    this.seen = happened;
    this.check.run();
  };

  private readonly atRest = (): void => {
    this.look();
    this.screens.check(this.browser.pages);
  };

  private pass(ms: number): Promise<void> {
    return this.world.scheduler.pass(ms, this.look, this.atRest);
  }

  private async checkMarks(): Promise<void> {
    const { world } = this;
    await world.scheduler.settle(this.look);
    if (this.browser.locks.areHeld) return;
    for (const page of this.browser.pages) if (page.isShowing) await this.screens.checkMarks(page);
  }

  async play(operations: readonly Operation[]): Promise<void> {
    const { browser } = this;
    const [page] = browser.pages;
    page?.open();
    await this.pass(SECOND_MS);
    page?.signIn('a');
    await this.pass(SECOND_MS);
    for (const operation of operations) {
      await perform(browser, operation, { look: this.look, rest: this.atRest });
      this.look();
      if (operation.chance % 5 === 0) await this.checkMarks();
    }
    await this.end();
  }

  /** All is well again, except for clocks; both learners sign in, one after the other. */
  private async end(): Promise<void> {
    const { world, browser } = this;
    const { device, server } = world;
    world.scheduler.note('— In the end all is well again; the clocks stay as they are.');
    browser.close();
    Object.assign(device, { full: undefined, lost: 0, isUnreadable: false });
    Object.assign(server, { isNew: true, showsProgress: true, lagMs: 0 });
    browser.wire.weather = 'fine';
    server.crash(0);
    world.upheavals += 1;
    await this.pass(10 * MINUTE_MS);
    const [page] = browser.pages;
    if (!page) return;
    for (const learner of learners) await this.arrive(page, learner);
  }

  private async arrive(page: Page, learner: Learner): Promise<void> {
    const { world } = this;
    const { poisoned } = this.browser.wire;
    page.open();
    await this.pass(5 * SECOND_MS);
    page.signIn(learner);
    await this.pass(5 * SECOND_MS);
    if (page.learner !== learner) throw new Broken(`${learner} cannot sign in at the end`);
    if (poisoned.size > 0) {
      await this.pass(70 * MINUTE_MS);
      await this.pass(10 * MINUTE_MS);
      this.check.atEnd(learner, (word) => poisoned.has(word) || world.isLessonGone(word), 'refused');
      poisoned.clear();
    }
    for (let round = 0; round < 4; round += 1) {
      page.resend();
      await this.pass(65 * MINUTE_MS);
      page.host?.page.window.dispatchEvent(new Event('online'));
      await this.pass(MINUTE_MS);
    }
    this.check.atEnd(learner, (word) => world.isLessonGone(word));
    await this.checkMarks();
  }
}

/** Runs a history. @param isTold whether its story is wanted. */
export async function runHistory(
  load: AppFactory,
  seed: number,
  operations: readonly Operation[],
  isTold = false,
): Promise<Run> {
  const story: string[] = [];
  const history = new History(load, seed);
  const { scheduler } = history.world;
  if (isTold) scheduler.onNote = (words) => story.push(`${(scheduler.now / 1000).toFixed(3)} s  ${words}`);
  const { stackTraceLimit } = Error;
  // Devices fail thousands of times, and nobody reads where.
  Error.stackTraceLimit = 0;
  let failure: string | undefined;
  try {
    await history.play(operations);
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    failure = error.message;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    history.browser.close();
  }
  return { trace: scheduler.trace, steps: scheduler.count, failure, story };
}
