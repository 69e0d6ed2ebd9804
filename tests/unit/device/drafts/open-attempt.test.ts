/** Tests merging the attempts of two tabs that answer the same question set at the same time. */
import { describe, expect, test } from 'vitest';

import type { Question, QuestionSet } from '@/api/question-sets';
import type { AnswerDraft, StoredDraft } from '@/device/drafts/answer-drafts';
import {
  carriedInto,
  mergeStored,
  mergeAttempts,
  newAttempt,
  restoredAttempt,
  toDraft,
  type OpenAttempt,
} from '@/device/drafts/open-attempt';
import { answerTo, withAnswer, withFlag } from '@/study/answer-sheet';

const SUBMIT = '00000000-0000-4000-8000-000000000001';
const OTHER_SUBMIT = '00000000-0000-4000-8000-000000000002';
const choices = ['x', 'y'].map((id) => ({ id, body: id }));
const question = (id: string): Question => ({ id, type: 'single', body: '?', choices });
const set: QuestionSet = {
  id: 's1',
  lessonId: 'l1',
  title: '',
  order: 0,
  updatedAt: '2026-11-01T00:00:00.000Z',
  questions: ['q1', 'q2', 'q3'].map(question),
};
const newerSet: QuestionSet = {
  ...set,
  updatedAt: '2026-11-02T00:00:00.000Z',
  questions: ['q2', 'q3', 'q4'].map(question),
};

const answered = (one: OpenAttempt, questionId: string, choice?: string): OpenAttempt => ({
  ...one,
  submitId: undefined,
  sheet: withAnswer(one.sheet, questionId, { choiceIds: choice === undefined ? [] : [choice] }),
});
const pressed = (one: OpenAttempt, submitId = SUBMIT): OpenAttempt => ({ ...one, submitId });
const stored = (one: OpenAttempt, queuedId?: string, seen?: QuestionSet): StoredDraft => ({
  draft: toDraft(one, queuedId) satisfies AnswerDraft,
  seen,
});
/** Returns the answers of an attempt as a text such as `q1=x q3=` … */
const said = ({ sheet }: OpenAttempt) =>
  ['q1', 'q2', 'q3', 'q4']
    .flatMap((id) => (answerTo(sheet, id) ? [`${id}=${answerTo(sheet, id)?.choiceIds?.join('') ?? ''}`] : []))
    .join(' ');

const before = answered(newAttempt(set), 'q1', 'x');

describe('merging by question', () => {
  test('answers to different questions in two tabs are both kept', () => {
    expect(said(mergeAttempts(before, answered(before, 'q2', 'y'), answered(before, 'q3', 'x')))).toBe(
      'q1=x q2=y q3=x',
    );
  });

  test('when two tabs answer the same question, the later answer is kept', () => {
    expect(said(mergeAttempts(before, answered(before, 'q1', 'y'), answered(before, 'q1', 'x')))).toBe('q1=y');
  });

  test.each([
    ['here', answered(before, 'q1'), answered(before, 'q2', 'y'), 'q1= q2=y'],
    ['in the other tab', answered(before, 'q2', 'y'), answered(before, 'q1'), 'q1= q2=y'],
  ])('an answer removed %s is not restored by the other tab', (_, mine, there, merged) => {
    expect(said(mergeAttempts(before, mine, there))).toBe(merged);
  });

  test('removing all answers in this tab keeps answers added in the other tab', () => {
    expect(said(mergeAttempts(before, newAttempt(set), answered(before, 'q2', 'y')))).toBe('q2=y');
  });

  test('removing all answers in the other tab keeps answers added in this tab', () => {
    expect(said(mergeStored(before, answered(before, 'q2', 'y'), stored(newAttempt(set))))).toBe('q2=y');
  });

  test('the flags of two tabs are merged like their answers', () => {
    const marked = (one: OpenAttempt, id: string): OpenAttempt => ({ ...one, sheet: withFlag(one.sheet, id) });
    const both = marked(marked(before, 'q1'), 'q2');
    expect(mergeAttempts(both, marked(both, 'q1'), marked(both, 'q3')).sheet.flagged).toEqual(['q2', 'q3']);
  });
});

describe('merging with the stored draft', () => {
  test('without a stored draft the shown attempt is used', () => {
    const mine = answered(before, 'q2', 'y');
    expect(mergeStored(before, mine, undefined)).toBe(mine);
  });

  test('after a queued submit new answers start a new attempt', () => {
    const merged = mergeStored(before, answered(before, 'q2', 'y'), stored(pressed(before), SUBMIT));
    expect([said(merged), merged.submitId]).toEqual(['q2=y', undefined]);
  });

  test('merging a tab’s own submit from storage does not change the tab’s attempt', () => {
    const own = pressed(before);
    expect(mergeStored(own, own, stored(own, SUBMIT))).toMatchObject({ sheet: before.sheet, submitId: SUBMIT });
  });

  test('the same answers submitted in both tabs are one submit', () => {
    expect(mergeStored(before, pressed(before, OTHER_SUBMIT), stored(pressed(before))).submitId).toBe(SUBMIT);
  });

  test('a submit in this tab includes an answer added in the other tab', () => {
    const merged = mergeStored(before, pressed(before), stored(answered(before, 'q2', 'y')));
    expect([said(merged), merged.submitId]).toEqual(['q1=x q2=y', SUBMIT]);
  });

  test('an answer added in this tab after the other tab’s submit, which is not queued yet, starts another attempt', () => {
    const merged = mergeStored(before, answered(before, 'q2', 'y'), stored(pressed(before)));
    expect([said(merged), merged.submitId]).toEqual(['q1=x q2=y', undefined]);
  });
});

describe('two versions of the question set', () => {
  const old = answered(answered(newAttempt(set), 'q1', 'x'), 'q2', 'x');

  test('once the other tab uses a newer version of the set, this tab does so, too, and keeps its added answers', () => {
    const there = stored(carriedInto(newerSet, old), undefined, newerSet);
    const merged = mergeStored(old, answered(old, 'q3', 'y'), there);
    expect([said(merged), merged.seen.updatedAt]).toEqual(['q2=x q3=y', newerSet.updatedAt]);
  });

  test('moving this tab to a newer version of the set keeps answers added in the other tab', () => {
    const merged = mergeStored(old, carriedInto(newerSet, old), stored(answered(old, 'q3', 'y'), undefined, set));
    expect([said(merged), merged.seen.updatedAt]).toEqual(['q2=x q3=y', newerSet.updatedAt]);
  });

  test('an empty stored draft of an older version of the set is ignored', () => {
    const begun = newAttempt(newerSet);
    const merged = mergeStored(begun, answered(begun, 'q4', 'y'), stored(newAttempt(set), undefined, set));
    expect([said(merged), merged.seen.updatedAt]).toEqual(['q4=y', newerSet.updatedAt]);
  });

  test('even without the questions of a stored draft’s version, the draft’s answers that fit the questions shown are kept', () => {
    const begun = newAttempt(newerSet);
    expect(said(mergeStored(begun, answered(begun, 'q4', 'y'), stored(old)))).toBe('q2=x q4=y');
  });
});

describe('the order of shuffled choices', () => {
  const seeded = (seed: string): OpenAttempt => ({ ...before, seed });

  test('the stored shuffle seed is restored, and kept in a newer version of the questions', () => {
    expect(restoredAttempt(stored(seeded('first')), set).seed).toBe('first');
    expect(restoredAttempt(stored(seeded('first')), newerSet)).toMatchObject({ seed: 'first', origin: 'carried-over' });
    expect(carriedInto(newerSet, seeded('first')).seed).toBe('first');
  });

  test('if two tabs have different shuffle seeds, the stored seed is used', () => {
    expect(mergeAttempts(before, seeded('mine'), seeded('there')).seed).toBe('there');
    expect(mergeStored(newAttempt(set), seeded('mine'), undefined).seed).toBe('mine');
  });

  test('the shuffle seed of a submitted attempt is not used in the next attempt', () => {
    expect(mergeStored(newAttempt(set), seeded('next'), stored(pressed(seeded('before')), SUBMIT)).seed).toBe('next');
  });
});
