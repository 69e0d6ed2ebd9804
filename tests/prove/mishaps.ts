/** What happens to device, network, clocks and server in a history. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/constants';

import { viewDevice } from './facts';
import type { Kind, Scene } from './scene';
import { learners } from './server';
import { POISONS, WEATHERS } from './wire';

function poison({ browser, world, random }: Scene): string {
  const words = [...world.facts.keys()];
  if (words.length === 0) return 'nothing is on its way that could be stopped';
  const [word, mode] = [random.pick(words), random.pick(POISONS)];
  browser.wire.poisoned.set(word, mode);
  return `something on the way answers ${word} with ${mode}`;
}

function damage({ world, random }: Scene): string {
  const waiting = viewDevice(world.device).calls.filter(({ state }) => state === 'queued' || state === 'refused');
  if (waiting.length === 0) return 'there is no record to be damaged';
  const { entry, word } = random.pick(waiting);
  Object.assign(entry, { attempts: 'many' });
  const fact = world.facts.get(word);
  if (fact) fact.isDamaged = true;
  return `the record of ${word} is damaged`;
}

const databases = { queue: 4, session: 2, all: 1 } as const;

function evict({ world, random }: Scene): string {
  const which = random.weighted(databases);
  if (which !== 'all' && random.chance(0.3)) {
    if (which === 'queue') world.noteLosses();
    world.deletions += 1;
    world.device.deleteNicely(which, () => {
      world.deletions -= 1;
      world.noteEviction();
    });
    return `the database ${which} is deleted, and pages are asked to let it go`;
  }
  const names = which === 'all' ? ['queue', 'session', 'drafts', 'packs', 'queries', 'reviews', 'clock'] : [which];
  if (names.includes('queue')) world.noteLosses();
  for (const name of names) world.device.evict(name);
  world.noteEviction();
  return `the browser deletes ${names.join(', ')}`;
}

export const mishaps = {
  weather: {
    weight: 12,
    run: ({ browser, random }) => {
      browser.wire.weather = random.pick(WEATHERS);
      return `the network is ${browser.wire.weather} from now on`;
    },
  },
  'slow weather': {
    weight: 1,
    run: ({ browser }) => ((browser.wire.weather = 'slow'), 'the network is slow from now on'),
  },
  'slow tokens': {
    weight: 1,
    run: ({ browser }) => ((browser.wire.weather = 'slow to renew tokens'), 'new tokens take their time from now on'),
  },
  'fine weather': { weight: 5, run: ({ browser }) => ((browser.wire.weather = 'fine'), 'the network is fine again') },
  /** Only where several things are to meet. */
  'own tokens end': {
    weight: 0,
    run: ({ world }) => {
      const learner = world.expected ?? 'a';
      world.server.endTokens(learner, true);
      return `the access token of ${learner} is over`;
    },
  },
  'tokens end': {
    weight: 3,
    run: ({ world, random }) => {
      const isRefreshable = random.chance(0.7);
      const learner = (random.chance(0.6) && world.expected) || random.pick(learners);
      world.server.endTokens(learner, isRefreshable);
      return `the access token of ${learner} is over${isRefreshable ? '' : ', and so is the refresh token'}`;
    },
  },
  clock: {
    weight: 3,
    run: ({ world, random }) => {
      const ms = random.pick([0, MINUTE_MS, -HOUR_MS, 40 * DAY_MS, 40 * DAY_MS, -730 * DAY_MS, 3 * HOUR_MS]);
      world.upheavals += 1;
      world.clocks.turnClock(ms, random.pick([1, 1, 0.998, 1.002]));
      return `the device’s clock is ${ms / HOUR_MS} h off, and may drift`;
    },
  },
  'server clock': {
    weight: 1,
    run: ({ world, random }) => {
      world.clocks.turnServerClock(random.pick([0, 0, 40 * DAY_MS]));
      return `the server’s clock is ${world.server.clockMs / DAY_MS} days off`;
    },
  },
  'server crash': {
    weight: 2,
    run: ({ world, random }) => {
      const seconds = random.pick([0, 5, 60, 1800]);
      world.server.crash(seconds * SECOND_MS);
      return `the server crashes, and is there again after ${seconds} s`;
    },
  },
  'back up': { weight: 3, run: ({ world }) => (world.server.backUp(), 'the server is backed up') },
  restore: { weight: 3, run: ({ world }) => (world.restore(), 'the server is restored from its last backup') },
  version: {
    weight: 2,
    run: ({ world }) => (
      (world.server.isNew = !world.server.isNew),
      `the server is of the ${world.server.isNew ? 'new' : 'old'} version now`
    ),
  },
  progress: {
    weight: 2,
    run: ({ world, random }) => {
      world.server.showsProgress = random.chance(0.5);
      world.server.lagMs = random.pick([0, 0, 50_000]);
      return `the server shows ${world.server.showsProgress ? 'progress' : 'no progress'}, ${world.server.lagMs / 1000} s late`;
    },
  },
  'delete lesson': {
    weight: 1,
    run: ({ world, random }) => {
      const lesson = `${random.pick(learners)}-l${1 + random.below(3)}`;
      world.server.deleteLesson(lesson);
      return `staff deletes the lesson ${lesson}`;
    },
  },
  full: {
    weight: 3,
    run: ({ world, random }) => {
      world.device.full = random.pick(['puts', 'puts', 'everything', undefined] as const);
      return `the device ${world.device.full ? `is full (${world.device.full})` : 'has room'}`;
    },
  },
  'lose connection': {
    weight: 3,
    run: ({ world, random }) => {
      world.device.lost = 1 + random.below(2);
      return 'the browser drops its connections to the databases';
    },
  },
  unreadable: {
    weight: 2,
    run: ({ world }) => {
      world.device.isUnreadable = !world.device.isUnreadable;
      return `the queue can${world.device.isUnreadable ? 'not' : ''} be read`;
    },
  },
  evict: { weight: 2, run: evict },
  damage: { weight: 1, run: damage },
  poison: { weight: 2, run: poison },
} as const satisfies Record<string, Kind>;
