/** What can happen on a device with two learners, and histories of it, at random. */
import fc from 'fast-check';

import type { Mode } from './study-server';

/** The learners of the device. */
export const users = ['a', 'b'] as const;
export type User = (typeof users)[number];
const contexts = ['page', 'tab', 'worker'] as const;
/** Where the app runs on it, all at once. */
export type ContextName = (typeof contexts)[number];

const mode = fc.constantFrom<Mode>(
  ...([
    'ok',
    'ok',
    'ok',
    'empty',
    'bare',
    'dead',
    'lost',
    'broken',
    'portal',
    'redirect',
    'html403',
    'html404',
  ] as const),
  ...([401, 403, 408, 422, 425, 429, 500, 503] as const),
);
const script = fc.array(mode, { maxLength: 4 });
const name = fc.constantFrom(...contexts);
const at = fc.integer({ min: 1, max: 12 });
const DAY_MS = 86_400_000;
const how = fc.constantFrom('send', 'keep', 'drop');
const user = fc.constantFrom(...users);

const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ op: fc.constant('read'), lesson: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 4, arbitrary: fc.record({ op: fc.constant('answer'), set: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('press twice'), lesson: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('crash while saving'), at: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 4, arbitrary: fc.record({ op: fc.constant('replay'), name, script, isUrgent: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('two replay'), script }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('crash in replay'), name, script, at }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('crash of one of two'), script, at }) },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('save in mid-replay'), script, lesson: fc.constantFrom(1, 2, 3) }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('sign in'), user }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('sign in in mid-replay'), user, script }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('session ends') }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('log out'), how }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('log out in mid-replay'), how, script }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('crash in log-out'), how, at }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('resend refused') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('clock'),
      to: fc.constantFrom(0, 60_000, 30 * DAY_MS, -730 * DAY_MS, 3_600_000),
    }),
  },
);
/** One thing that happens on the device. */
export type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;
/** Short histories: most faults are two or three things in the wrong order. */
export const history = fc.array(operation, { minLength: 1, maxLength: 6 });

/** Not worth a look of their own: what they did is seen after the next one. */
export const quietOperations: ReadonlySet<string> = new Set(['clock', 'session ends', 'sign in', 'read', 'answer']);
