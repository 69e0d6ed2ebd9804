/** Histories: what can happen in them, at random, and how each thing is carried out. */
import { HOUR_MS, MINUTE_MS } from '@/lib/constants';

import type { Browser } from './browser';
import { deeds } from './deeds';
import { mishaps } from './mishaps';
import { Random } from './random';
import type { Kind } from './scene';
import type { World } from './world';

/** What is going on at one point of a history; the rest of it follows from `chance`. */
export interface Operation {
  name: keyof typeof table;
  chance: number;
  /** The next thing happens within seconds. */
  isQuick?: boolean;
  /** It happens in the first tab that is live, so that several things meet in one. */
  isFirst?: boolean;
}

const table = {
  ...deeds,
  ...mishaps,
  'time passes': { weight: 7, run: () => 'time passes' },
  'days pass': {
    weight: 2,
    run: ({ world }) => {
      // Nobody's browser runs for days with a database that it cannot read.
      world.device.isUnreadable = false;
      return 'days pass';
    },
  },
} as const satisfies Record<string, Kind>;

const weights = Object.fromEntries(Object.entries(table).map(([name, { weight }]) => [name, weight])) as Record<
  Operation['name'],
  number
>;

/** A history of 1 to `most` operations. */
export function makeHistory(seed: number, most = 60): Operation[] {
  const random = new Random(seed, 1);
  // Most faults are a few things in the wrong order, some need a long day.
  const length = 1 + Math.floor(random.next() ** 2 * most);
  const history: Operation[] = [];
  const add = (name: Operation['name'], isQuick = false, isFirst = false) =>
    history.push({ name, chance: random.below(2 ** 31), ...(isQuick && { isQuick }), ...(isFirst && { isFirst }) });
  while (history.length < length) {
    const phrase = random.next();
    if (phrase > 0.22) add(random.weighted(weights));
    else if (phrase > 0.19) {
      // A token is renewed while its owner thinks better of it, or somebody else comes.
      add('duplicate', true);
      add('slow tokens', true);
      add('tokens end', true);
      add('study', true);
      if (random.chance(0.4)) add('discard', true);
      else {
        add('own tokens end', true);
        add('study', true, true);
        add('freeze', true, true);
        add('somebody else');
        add('thaw', true);
      }
    } else if (phrase > 0.15) {
      // A long time, by whatever clock.
      add('study');
      add(random.pick(['clock', 'server clock', 'full', 'restore']));
      add('days pass');
      add('study');
    } else {
      // Something happens while calls are on their way.
      add(random.pick(['slow weather', 'weather']), true);
      add('study', true);
      if (random.chance(0.4)) add('hand over', true);
      add(random.weighted(weights), true);
      add(random.weighted(weights), random.chance(0.5));
    }
  }
  return history.slice(0, most);
}

/** What is looked at: after each step, and when nothing else happens in this instant. */
interface Looks {
  look: () => void;
  rest: () => void;
}

/** How long nothing else happens: often only until the next step of what is under way. */
async function wait(world: World, random: Random, { name, isQuick }: Operation, { look, rest }: Looks): Promise<void> {
  if (name === 'time passes')
    return world.scheduler.pass(random.pick([5000, MINUTE_MS, 6 * MINUTE_MS, 65 * MINUTE_MS]), look, rest);
  if (name === 'days pass') return world.scheduler.pass((1 + random.below(2)) * 26 * HOUR_MS, look, rest);
  if (random.chance(0.45)) {
    for (let steps = random.below(60); steps > 0; steps -= 1) if (await world.scheduler.step()) look();
    return;
  }
  await world.scheduler.pass(
    random.pick(isQuick ? [0, 20, 200, 2000] : [0, 20, 200, 2000, 10_000, 40_000]),
    look,
    rest,
  );
}

/** Has one operation happen, and what follows from it for a while. */
export async function perform(browser: Browser, operation: Operation, looks: Looks): Promise<void> {
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
  await wait(world, random, operation, looks);
}
