/** The faults of device, network, clocks and server. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/constants';

import { viewDevice } from './device-view';
import { POISON_MODES, NETWORK_CONDITIONS } from './network';
import type { OperationKind, OperationContext } from './operation-context';
import { learners } from './server';

function poison({ browser, world, random }: OperationContext): string {
  const callKeys = [...world.trackedCalls.keys()];
  if (callKeys.length === 0) return 'there is no call to poison';
  const [callKey, mode] = [random.pick(callKeys), random.pick(POISON_MODES)];
  browser.network.poisoned.set(callKey, mode);
  return `a middlebox answers ${callKey} with ${mode} from now on`;
}

function damage({ world, random }: OperationContext): string {
  const waiting = viewDevice(world.device).calls.filter(({ state }) => state === 'queued' || state === 'refused');
  if (waiting.length === 0) return 'there is no record to damage';
  const { entry, callKey } = random.pick(waiting);
  Object.assign(entry, { attempts: 'many' });
  const tracked = world.trackedCalls.get(callKey);
  if (tracked) tracked.isDamaged = true;
  return `the record of ${callKey} is damaged`;
}

const databases = { queue: 4, session: 2, all: 1 } as const;

function evict({ world, random }: OperationContext): string {
  const which = random.weighted(databases);
  if (which !== 'all' && random.chance(0.3)) {
    if (which === 'queue') world.noteLosses();
    world.pendingDeletions += 1;
    world.device.deleteWhenReleased(which, () => {
      world.pendingDeletions -= 1;
      world.noteEviction();
    });
    return `the database ${which} is deleted once the pages have closed it`;
  }
  const names = which === 'all' ? ['queue', 'session', 'drafts', 'packs', 'queries', 'reviews', 'clock'] : [which];
  if (names.includes('queue')) world.noteLosses();
  for (const name of names) world.device.evict(name);
  world.noteEviction();
  return `the browser deletes ${names.join(', ')}`;
}

export const faults = {
  'network condition': {
    weight: 12,
    run: ({ browser, random }) => {
      browser.network.condition = random.pick(NETWORK_CONDITIONS);
      return `the network is ${browser.network.condition} from now on`;
    },
  },
  'slow network': {
    weight: 1,
    run: ({ browser }) => ((browser.network.condition = 'slow'), 'the network is slow from now on'),
  },
  'no network': {
    weight: 1,
    run: ({ browser }) => ((browser.network.condition = 'dead'), 'there is no network from now on'),
  },
  'slow tokens': {
    weight: 1,
    run: ({ browser }) => ((browser.network.condition = 'slow to renew tokens'), 'renewing tokens is slow from now on'),
  },
  'fine network': {
    weight: 5,
    run: ({ browser }) => ((browser.network.condition = 'fine'), 'the network is fine again'),
  },
  /** The weight is 0, so the fault is never chosen at random: only {@link makeHistory} adds it, in a fixed sequence. */
  'own tokens expire': {
    weight: 0,
    run: ({ world }) => {
      const learner = world.expected ?? 'a';
      world.server.expireTokens(learner, true);
      return `the access token of ${learner} has expired`;
    },
  },
  'tokens expire': {
    weight: 3,
    run: ({ world, random }) => {
      const isRefreshable = random.chance(0.7);
      const learner = (random.chance(0.6) && world.expected) || random.pick(learners);
      world.server.expireTokens(learner, isRefreshable);
      return `the access token of ${learner} has expired${isRefreshable ? '' : ', and so has the refresh token'}`;
    },
  },
  clock: {
    weight: 3,
    run: ({ world, random }) => {
      const ms = random.pick([0, MINUTE_MS, -HOUR_MS, 40 * DAY_MS, 40 * DAY_MS, -730 * DAY_MS, 3 * HOUR_MS]);
      world.pauseResets += 1;
      world.clocks.setDeviceClock(ms, random.pick([1, 1, 0.998, 1.002]));
      return `the device’s clock is ${ms / HOUR_MS} h ahead, and may drift`;
    },
  },
  'server clock': {
    weight: 1,
    run: ({ world, random }) => {
      world.clocks.setServerClock(random.pick([0, 0, 40 * DAY_MS]));
      return `the server’s clock is ${world.server.clockMs / DAY_MS} days ahead`;
    },
  },
  'server crash': {
    weight: 2,
    run: ({ world, random }) => {
      const seconds = random.pick([0, 5, 60, 1800]);
      world.server.crash(seconds * SECOND_MS);
      return `the server crashes, and is up again after ${seconds} s`;
    },
  },
  'back up': { weight: 3, run: ({ world }) => (world.server.backUp(), 'the server is backed up') },
  restore: { weight: 3, run: ({ world }) => (world.restore(), 'the server is restored from its last backup') },
  version: {
    weight: 2,
    run: ({ world }) => (
      (world.server.isNew = !world.server.isNew),
      `the server has the ${world.server.isNew ? 'new' : 'old'} version now`
    ),
  },
  progress: {
    weight: 2,
    run: ({ world, random }) => {
      world.server.progress = random.chance(0.5) ? 'shown' : 'missing';
      world.server.lagMs = random.pick([0, 0, 50_000]);
      return `the server’s progress is ${world.server.progress}, ${world.server.lagMs / 1000} s late`;
    },
  },
  rescore: {
    weight: 2,
    run: ({ world, random }) => {
      const questionSetId = `${random.pick(learners)}-s${1 + random.below(2)}`;
      world.server.rescore(questionSetId);
      return `the key of ${questionSetId} is corrected, and its submits are re-marked`;
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
      world.device.lostConnections = 1 + random.below(2);
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
} as const satisfies Record<string, OperationKind>;
