/** Makes random histories, and performs their operations. */
import { HOUR_MS, MINUTE_MS } from '@/lib/constants';

import { actions } from './actions';
import type { Browser } from './browser';
import { faults } from './faults';
import type { OperationKind } from './operation-context';
import { Random } from './random';
import type { World } from './world';

/** One operation of a history; the number `chance` is the seed for its page and details. */
export interface Operation {
  name: keyof typeof table;
  chance: number;
  /** True if the next operation follows within seconds. */
  isQuick?: boolean;
  /** True if the operation is performed in the first live tab, so that several operations happen in the same tab. */
  isFirst?: boolean;
}

const table = {
  ...actions,
  ...faults,
  'time passes': { weight: 7, run: () => 'time passes' },
  /** The weight is 0, so it is never chosen at random: only {@link makeHistory} adds it, in a fixed sequence. */
  'a moment passes': { weight: 0, run: () => 'a moment passes' },
  'days pass': {
    weight: 2,
    run: ({ world }) => {
      // Delays after this fault are short, because no browser runs for days with an unreadable database.
      world.device.isUnreadable = false;
      return 'days pass';
    },
  },
} as const satisfies Record<string, OperationKind>;

const weights = Object.fromEntries(Object.entries(table).map(([name, { weight }]) => [name, weight])) as Record<
  Operation['name'],
  number
>;

/** Makes the history of a seed, with 1 to `maxLength` operations. */
export function makeHistory(seed: number, maxLength = 60): Operation[] {
  const random = new Random(seed, 1);
  // Short histories are more frequent: most bugs need a few operations in a certain order, only some need many.
  const length = 1 + Math.floor(random.next() ** 2 * maxLength);
  const history: Operation[] = [];
  const add = (name: Operation['name'], isQuick = false, isFirst = false) =>
    history.push({ name, chance: random.below(2 ** 31), ...(isQuick && { isQuick }), ...(isFirst && { isFirst }) });
  while (history.length < length) {
    const choice = random.next();
    if (choice > 0.22) add(random.weighted(weights));
    else if (choice > 0.19) {
      // Sequence: while a token is being renewed, the learner discards the call that waits for it, or another learner
      // signs in.
      add('duplicate', true);
      add('slow tokens', true);
      add('tokens expire', true);
      add('study', true);
      if (random.chance(0.4)) add('discard', true);
      else {
        add('own tokens expire', true);
        add('study', true, true);
        add('a moment passes');
        add('freeze', true, true);
        add('other learner');
        add('time passes');
        add('thaw', true);
        add('open');
      }
    } else if (choice > 0.18) {
      // Sequence: a lesson is read, discarded and read again; the equal `chance` selects the same lesson and tab.
      const chance = 5 * random.below(2 ** 28);
      add('no network', true);
      history.push({ name: 'read', chance, isQuick: true, isFirst: true });
      add('discard', true, true);
      history.push({ name: 'read', chance, isFirst: true });
    } else if (choice > 0.17) {
      // Sequence: a call is discarded while the call before it is in flight.
      add('slow network', true);
      add('study', true, true);
      add('discard', true, true);
      add('time passes');
    } else if (choice > 0.15) {
      // Sequence: days pass between two study sessions, after a change of a clock, full storage or a restore.
      add('study');
      add(random.pick(['clock', 'server clock', 'full', 'restore']));
      add('days pass');
      add('study');
    } else {
      // Sequence: a random operation happens while calls are in flight.
      add(random.pick(['slow network', 'network condition']), true);
      add('study', true);
      if (random.chance(0.4)) add('worker takes over', true);
      add(random.weighted(weights), true);
      add(random.weighted(weights), random.chance(0.5));
    }
  }
  return history.slice(0, maxLength);
}

/** Callbacks by which the runner of a history checks the invariants. */
interface Checks {
  afterStep: () => void;
  /** Called when no task is pending at the current simulated time. */
  atRest: () => void;
}

/** Waits between two operations, often only for a few tasks, so that requests are still in flight. */
async function wait(
  world: World,
  random: Random,
  { name, isQuick }: Operation,
  { afterStep, atRest }: Checks,
): Promise<void> {
  if (name === 'time passes')
    return world.scheduler.advance(random.pick([5000, MINUTE_MS, 6 * MINUTE_MS, 65 * MINUTE_MS]), afterStep, atRest);
  if (name === 'a moment passes') return world.scheduler.advance(100 + random.below(2000), afterStep, atRest);
  if (name === 'days pass') return world.scheduler.advance((1 + random.below(2)) * 26 * HOUR_MS, afterStep, atRest);
  if (random.chance(0.45)) {
    for (let steps = random.below(60); steps > 0; steps -= 1) if (await world.scheduler.step()) afterStep();
    return;
  }
  await world.scheduler.advance(
    random.pick(isQuick ? [0, 20, 200, 2000] : [0, 20, 200, 2000, 10_000, 40_000]),
    afterStep,
    atRest,
  );
}

/** Performs one operation of a history, then waits. */
export async function perform(browser: Browser, operation: Operation, checks: Checks): Promise<void> {
  const { name, chance, isFirst } = operation;
  const { world, pages } = browser;
  const random = new Random(chance);
  world.scheduler.random = new Random(chance, 2);
  const first = random.pick(pages);
  const live = pages.filter(({ isLive }) => isLive);
  const picked = live.length > 0 && name !== 'open' ? random.pick(live) : first;
  const page = (isFirst && live[0]) || picked;
  const other = random.pick(pages.filter((one) => one !== page));
  world.scheduler.note(`— ${table[name].run({ world, browser, random, page, other })}.`);
  await wait(world, random, operation, checks);
}
