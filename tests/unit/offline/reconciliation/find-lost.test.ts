/** Tests finding the calls that a server has forgotten: the table of cases of docs/decisions/0036. */
import { keyOf, nextSubmitId } from '@tests/unit/offline/support/people';
import { describe, expect, test } from 'vitest';

import type { ProgressDetail } from '@/api/progress';
import { ENTRY_VERSION, type SentEntry } from '@/offline/queue/entries';
import {
  type RecoveryPlan,
  findLost,
  lessonsToLookUp,
  resultsOfResend,
  toServerView,
} from '@/offline/reconciliation/find-lost';

const NOON = Date.parse('2026-09-04T03:00:00Z');
/** Returns the time a given number of hours before noon. */
const ago = (hours: number) => new Date(NOON - hours * 3_600_000).toISOString();

let seq = 0;
function entry(call: SentEntry['call'], hours: number, rest: Partial<SentEntry> = {}): SentEntry {
  seq += 1;
  const id = nextSubmitId();
  const receipt = { receivedAt: ago(hours), byServer: true };
  return {
    version: ENTRY_VERSION,
    seq,
    id,
    owner: keyOf('a'),
    call,
    queuedAt: ago(hours),
    attempts: 0,
    state: 'sent',
    receipt,
    ...rest,
  };
}

/** Returns the receipt of a lesson read and received `hours` ago. */
const read = (lessonId: string, hours: number, rest?: Partial<SentEntry>) =>
  entry({ kind: 'lesson-read', lessonId }, hours, rest);

/**
 * Returns the receipt of a submit given and received `hours` ago.
 *
 * @param isEchoed false if the server did not echo its id.
 */
function answer(questionSetId: string, hours: number, rest: Partial<SentEntry> = {}, isEchoed = true): SentEntry {
  const submit = {
    clientSubmitId: nextSubmitId(),
    questionSetId,
    questionSetUpdatedAt: ago(2000),
    answers: [],
    answeredAt: ago(hours),
  };
  const made = entry({ kind: 'answer-submit', submit }, hours, rest);
  return { ...made, receipt: { ...made.receipt, isEchoed } };
}

/**
 * Returns the server's progress.
 *
 * @param reads lesson → hours since.
 * @param sets question set → number of submits and hours since the last.
 */
function shows(
  reads: Record<string, number>,
  sets: Record<string, [count: number, hours?: number]> = {},
): ProgressDetail {
  const readLessons = Object.entries(reads).map(([lessonId, hours]) => ({ lessonId, readAt: ago(hours) }));
  const questionSets = Object.entries(sets).map(([questionSetId, [submitCount, hours]]) => ({
    questionSetId,
    lessonId: 'l',
    title: '',
    submitCount,
    maxScore: 1,
    lastSubmittedAt: hours === undefined ? undefined : ago(hours),
    lastAnswers: [],
  }));
  return { userId: 'a', courses: [{ courseId: 'c', courseTitle: '', lessonCount: 9, readLessons, questionSets }] };
}

const nothingKnown = { at: 0, counts: {} };

/** Compares receipts with the server's progress. @param gone lessons that no longer exist. */
function compare(
  receipts: SentEntry[],
  progress: ProgressDetail,
  gone: string[] = [],
  known = nothingKnown,
): RecoveryPlan | undefined {
  const view = toServerView(progress);
  const existing = new Set(lessonsToLookUp(receipts, view).filter((id) => !gone.includes(id)));
  return findLost(receipts, { view, existing, known, nowMs: NOON });
}

test('a submit that was graded again on the server is not lost: only times and numbers are compared, never scores', () => {
  const receipts = [answer('q', 5), answer('q', 3)];
  const progress = shows({}, { q: [2, 3] });
  const rescored = { lastScore: 4, bestScore: 4, scoreBefore: 3, rescoredAt: ago(1) };
  const courses = progress.courses.map((course) => ({
    ...course,
    questionSets: course.questionSets?.map((set) => ({ ...set, ...rescored })),
  }));

  expect(toServerView({ ...progress, courses })).toEqual(toServerView(progress));
  expect(compare(receipts, { ...progress, courses }, [], { at: 0, counts: { q: 0 } })).toBeUndefined();
});

describe('nothing is forgotten', () => {
  const cases: [string, SentEntry[], ProgressDetail][] = [
    ['a read lesson that progress shows', [read('l1', 5)], shows({ l1: 5 })],
    ['a lesson that another device had read long before', [read('l1', 5)], shows({ l1: 900 })],
    ['a submit that is the last one', [answer('s1', 5)], shows({}, { s1: [1, 5] })],
    ['a submit that is older than the last one', [answer('s1', 5)], shows({}, { s1: [2, 1] })],
    ['a submit of an edited set', [answer('s1', 5)], shows({}, { s1: [1, 5] })],
    ['a submit of a deleted set', [answer('s1', 5)], shows({})],
    ['a submit without a time in progress', [answer('s1', 5)], shows({}, { s1: [3, undefined] })],
    ['a time in progress with whole seconds', [answer('s1', 5)], shows({}, { s1: [1, 5 + 0.9 / 3600] })],
    ['a call that was sent again and is not shown yet', [read('l1', 5, { healed: 'sent' })], shows({})],
    ['a call that the learner chose not to send again', [read('l1', 5, { healed: 'left' })], shows({})],
    ['a device without receipts', [], shows({})],
  ];
  test.each(cases)('no call counts as forgotten: %s', (_, receipts, progress) => {
    expect(compare(receipts, progress)).toBeUndefined();
  });

  test('a deleted lesson does not count as forgotten', () => {
    const receipts = [read('l1', 5), read('l2', 6)];
    expect(compare(receipts, shows({}), ['l1', 'l2'])).toBeUndefined();
    expect(compare(receipts, shows({}), ['l1'])).toMatchObject({ resend: [receipts[1]], toReview: [] });
  });

  test('a submit from a device whose clock was ahead counts from the time of its receipt', () => {
    const early = answer('s1', 5);
    const ahead = { ...early, receipt: { ...early.receipt, receivedAt: ago(7) } };
    expect(compare([ahead], shows({}, { s1: [1, 7] }))).toBeUndefined();
  });

  test('a submit whose first answer was lost counts from the time at which it was queued', () => {
    const early = answer('s1', -900, { queuedAt: ago(7) }, false);
    const ahead = { ...early, receipt: { ...early.receipt, receivedAt: ago(5) } };
    expect(compare([ahead], shows({}, { s1: [1, 6.9] }))).toBeUndefined();
    expect(compare([ahead], shows({}, { s1: [1, 8] }))).toMatchObject({ toReview: [ahead] });
    // If the clock was already wrong when the submit was queued, the true time is unknown.
    const wrong = { ...ahead, queuedAt: ago(-900) };
    expect(compare([wrong], shows({}, { s1: [1, 8] }))).toBeUndefined();
    expect(compare([wrong], shows({}, { s1: [0] }))).toMatchObject({ toReview: [wrong] });
  });
});

describe('something is forgotten', () => {
  test('a missing read of an existing lesson is sent again, and the plan has the time of the last call that progress shows', () => {
    const [shown, lost] = [read('l1', 30), read('l2', 5)];
    expect(compare([shown, lost], shows({ l1: 30 }))).toEqual({
      resend: [lost],
      toReview: [],
      needsConsent: false,
      shownAt: Date.parse(ago(30)),
      lostAt: Date.parse(ago(5)),
    });
  });

  test('a submit later than the last one in progress is sent again, however many submits progress counts', () => {
    const lost = [answer('s1', 5), answer('s1', 4)];
    expect(compare(lost, shows({}, { s1: [8, 40 * 24] }))?.resend).toEqual(lost);
    expect(compare(lost, shows({}, { s1: [0] }))?.resend).toEqual(lost);
  });

  test('with other forgotten calls, a submit newer than all calls still shown is sent again, although another device’s submit is newer', () => {
    const [old, before, under, lost] = [answer('s1', 60), read('l1', 30), answer('s1', 6), read('l2', 5)];
    const plan = compare([old, before, under, lost], shows({ l1: 30 }, { s1: [9, 1] }));
    expect(plan?.resend).toEqual([lost, under]);
  });

  test('a lesson read again on another device does not hide older calls that the server has forgotten', () => {
    const [again, under, lost] = [read('l1', 6), answer('s1', 7), read('l2', 5)];
    expect(compare([again, under, lost], shows({ l1: 0 }, { s1: [9, 1] }))?.resend).toEqual([lost, under]);
  });

  test('if progress shows fewer submits of a question set than at the last comparison, older submits of that set are sent again, too', () => {
    const under = answer('s1', 6);
    const known = { at: Date.parse(ago(9)), counts: { s1: 8 } };
    expect(compare([under], shows({}, { s1: [9, 1] }), [], known)).toBeUndefined();
    expect(compare([under], shows({}, { s1: [8, 1] }), [], known)?.resend).toEqual([under]);
    expect(compare([answer('s1', 6, {}, false)], shows({}, { s1: [8, 1] }), [], known)).toBeUndefined();
  });

  test('a forgotten submit is sent again only to a server that echoed its id; otherwise it is listed for review', () => {
    const [known, unknown] = [answer('s1', 5), answer('s2', 5, {}, false)];
    const plan = compare([known, unknown], shows({}, { s1: [0], s2: [0] }));
    expect(plan).toMatchObject({ resend: [known], toReview: [unknown] });
  });

  test('a receipt of an older version shows by its stored answer that the server echoed the id', () => {
    const old = answer('s1', 5, {}, false);
    const clientSubmitId = old.call.kind === 'answer-submit' ? old.call.submit.clientSubmitId : '';
    const kept = {
      ...old,
      receipt: { receivedAt: ago(5), byServer: true, answer: { clientSubmitId: clientSubmitId.toUpperCase() } },
    };
    expect(compare([kept], shows({}, { s1: [0] }))?.resend).toEqual([kept]);
  });

  test('a call forgotten a second time is listed for review and not sent', () => {
    const twice = read('l1', 5, { healed: 'seen' });
    expect(compare([twice], shows({}))).toMatchObject({ resend: [], toReview: [twice] });
  });

  test('a call forgotten twice shows that submits older than the last shown one may be lost, too: those submits are sent again once', () => {
    const twice = read('l1', 6, { healed: 'seen' });
    const [before, under, last] = [read('l2', 9), answer('s1', 5), answer('s1', 4)];
    const plan = compare([before, twice, under, last], shows({ l2: 9 }, { s1: [7, 4] }));
    expect(plan).toMatchObject({ resend: [under], toReview: [twice] });
    const sentOnce = { ...under, healed: 'seen' } as const;
    expect(compare([before, twice, sentOnce, last], shows({ l2: 9 }, { s1: [7, 4] }))?.resend).toEqual([]);
  });

  test('more than fifty forgotten calls of earlier days need consent', () => {
    const many = (count: number, hours: number) =>
      Array.from({ length: count }, (_, index) => read(`l${index}`, hours));
    expect(compare(many(50, 48), shows({}))?.needsConsent).toBe(false);
    expect(compare(many(51, 48), shows({}))?.needsConsent).toBe(true);
    expect(compare(many(300, 5), shows({}))?.needsConsent).toBe(false);
  });

  test('a receipt with an unreadable time counts as old', () => {
    const broken = read('l1', 5);
    broken.receipt.receivedAt = 'soon';
    expect(compare([broken], shows({}))).toMatchObject({ resend: [broken], lostAt: 0 });
  });
});

describe('a call that was sent again', () => {
  test('calls that were sent again are sorted: shown in progress, missing there, or of a kind that this server never shows', () => {
    const again = { healed: 'sent' } as const;
    const [seen, missing, untold] = [read('l1', 0, again), read('l2', 0, again), answer('s1', 0, again)];
    expect(resultsOfResend([seen, missing, untold], toServerView(shows({ l1: 0 }, { s1: [0] })))).toEqual({
      seen: [seen],
      missing: [missing],
      left: [untold],
    });
  });
});
