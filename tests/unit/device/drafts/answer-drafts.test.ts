/** Tests drafts of unsubmitted answers: the stored data, their lifetime, and their owner. */
import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { QuestionSet } from '@/api/question-sets';
import {
  type AnswerDraft,
  changeDraft,
  countUnfinishedDrafts,
  readSeenQuestions,
  readUnfinishedDraft,
  clearSubmittedDrafts,
} from '@/device/drafts/answer-drafts';
import { enqueue } from '@/offline/queue/enqueue';
import type { QueuedEntry } from '@/offline/queue/entries';
import { refuse, keepReceipt } from '@/offline/queue/entry-transitions';
import type { QueuedCall } from '@/offline/queue/queued-calls';
import { discard } from '@/offline/queue/retry-discard';
import { finishWipes, wipeOwner } from '@/offline/wipe';
import { admitOwner } from '@/offline/wipe-marks';
import { ownerKey, type OwnerKey } from '@/session/session';
import { keepOwned, listOwned } from '@/storage/owned-store';

const a = ownerKey({ apiHost: 'https://h', userId: 'a' });
const b = ownerKey({ apiHost: 'https://h', userId: 'b' });
const VERSION = '2026-11-01T00:00:00.000Z';
const SUBMIT_ID = '00000000-0000-4000-8000-000000000001';
const seen: QuestionSet = {
  id: 's1',
  lessonId: 'l1',
  title: '確認問題',
  order: 0,
  updatedAt: VERSION,
  questions: [{ id: 'q1', type: 'text', body: '?', choices: [] }],
};
const draft: AnswerDraft = {
  questionSetUpdatedAt: VERSION,
  answers: [{ questionId: 'q1', text: '書きかけ' }],
  flagged: ['q1'],
};
const submitted = (isQueued: boolean): AnswerDraft => ({ ...draft, submit: { id: SUBMIT_ID, isQueued } });
const call: QueuedCall = {
  kind: 'answer-submit',
  submit: {
    clientSubmitId: SUBMIT_ID,
    questionSetId: 's1',
    questionSetUpdatedAt: VERSION,
    answers: draft.answers,
    answeredAt: VERSION,
  },
};
/** Replaces the stored answers of a draft, and its questions if given. */
const keepDraft = (owner: OwnerKey, questionSetId: string, kept: AnswerDraft, questions?: QuestionSet) =>
  changeDraft(owner, questionSetId, kept.questionSetUpdatedAt, () => ({ draft: kept, seen: questions }));
const enqueueSubmit = async (): Promise<QueuedEntry> => {
  const entry = await enqueue(a, call);
  if (entry.state !== 'queued') throw new Error('It has been sent already');
  return entry;
};

beforeEach(async () => {
  for (const owner of [a, b]) {
    await wipeOwner(owner, { dropsEntries: true });
    await admitOwner(owner);
  }
});

describe('a draft', () => {
  test('a draft of answers is read with its questions, by its owner only', async () => {
    await keepDraft(a, 's1', draft, seen);
    expect(await readUnfinishedDraft(a, 's1')).toEqual({ draft: { ...draft, version: 1 }, seen });
    expect(await readUnfinishedDraft(b, 's1')).toBeUndefined();
    expect(await readUnfinishedDraft(a, 's2')).toBeUndefined();
  });

  test('a draft of answers holds the newest answers, however fast they are written', async () => {
    const texts = Array.from({ length: 20 }, (_, index) => `${index}`);
    await Promise.all(texts.map((text) => keepDraft(a, 's1', { ...draft, answers: [{ questionId: 'q1', text }] })));
    expect((await readUnfinishedDraft(a, 's1'))?.draft.answers).toEqual([{ questionId: 'q1', text: '19' }]);
  });

  test('a draft of another version of the set is read without the questions of this version', async () => {
    await keepDraft(a, 's1', draft, { ...seen, updatedAt: '2026-11-02T00:00:00.000Z' });
    expect(await readUnfinishedDraft(a, 's1')).toMatchObject({ seen: undefined });
    expect(await readSeenQuestions(a, 's1', VERSION)).toBeUndefined();
  });

  test('an unreadable draft of answers is treated as missing and is not changed', async () => {
    await keepOwned('drafts', a, 'answers|s1', { version: 9, answers: 'x' });
    expect(await readUnfinishedDraft(a, 's1')).toBeUndefined();
    await clearSubmittedDrafts(a);
    expect(await countUnfinishedDrafts(a)).toBe(0);
    expect(await listOwned('drafts', a)).toHaveLength(1);
  });

  test('fault: the page closes during an overlong IME composition → all answers are kept, the composed one cut at the limit', async () => {
    const [before, text] = ['あ'.repeat(1999), '𠮷野家'];
    const other = { questionId: 'q2', choiceIds: ['c1'] };
    await keepDraft(a, 's1', { ...draft, answers: [other, { questionId: 'q1', text: before + text }] });
    expect((await readUnfinishedDraft(a, 's1'))?.draft.answers).toEqual([other, { questionId: 'q1', text: before }]);
  });

  test('a draft whose answers were all removed is treated as missing', async () => {
    await keepDraft(a, 's1', draft, seen);
    await keepDraft(a, 's1', { ...draft, answers: [{ questionId: 'q1', text: '' }], flagged: [] });
    expect(await readUnfinishedDraft(a, 's1')).toBeUndefined();
    expect(await countUnfinishedDrafts(a)).toBe(0);
  });

  test('changing a draft starts from the stored draft, and gets its stored questions only if their version differs', async () => {
    await keepDraft(a, 's1', draft, seen);
    const found: unknown[] = [];
    for (const version of [VERSION, '2026-11-02T00:00:00.000Z']) {
      await changeDraft(a, 's1', version, (there) => {
        found.push(there);
        return { draft };
      });
    }
    const stored = { ...draft, version: 1 };
    expect(found).toEqual([{ draft: stored }, { draft: stored, seen }]);
  });

  test('a draft is not stored for an owner who is signing out, and the caller gets false', async () => {
    await wipeOwner(a, { dropsEntries: false });
    await expect(keepDraft(a, 's1', draft)).rejects.toMatchObject({ name: 'StorageError', reason: 'leaving' });
  });
});

describe('after 提出', () => {
  test('fault: the app is killed before the submit is queued → the draft is offered again, with the same submit id', async () => {
    await keepDraft(a, 's1', submitted(false));
    expect((await readUnfinishedDraft(a, 's1'))?.draft.submit?.id).toBe(SUBMIT_ID);
    expect(await countUnfinishedDrafts(a)).toBe(1);
  });

  test('fault: the app is killed after the submit is queued, before the draft notes it → the draft is not offered again', async () => {
    await keepDraft(a, 's1', submitted(false));
    await enqueueSubmit();
    expect(await readUnfinishedDraft(a, 's1')).toBeUndefined();
    expect(await countUnfinishedDrafts(a)).toBe(0);
  });

  test('the draft of answers stays while its submit is queued or refused', async () => {
    await keepDraft(a, 's1', submitted(true));
    const entry = await enqueueSubmit();
    await clearSubmittedDrafts(a);
    expect(await listOwned('drafts', a)).toHaveLength(1);
    await refuse(entry, { status: 422, reason: '', at: VERSION });
    await clearSubmittedDrafts(a);
    expect(await listOwned('drafts', a)).toHaveLength(1);
  });

  test('the draft and its questions are deleted once the submit’s confirmation (receipt) is stored', async () => {
    await keepDraft(a, 's1', submitted(true), seen);
    await keepReceipt(await enqueueSubmit(), { receivedAt: VERSION, byServer: true });
    await clearSubmittedDrafts(a);
    expect(await listOwned('drafts', a)).toEqual([]);
  });

  test('the draft is deleted when the learner discards the submit', async () => {
    await keepDraft(a, 's1', submitted(true));
    const entry = await enqueueSubmit();
    await discard(entry);
    await clearSubmittedDrafts(a);
    expect(await listOwned('drafts', a)).toEqual([]);
  });

  test('the draft of a new attempt stays when the confirmation (receipt) of the earlier attempt is stored', async () => {
    await keepDraft(a, 's1', submitted(true));
    const entry = await enqueueSubmit();
    await keepDraft(a, 's1', draft);
    await keepReceipt(entry, { receivedAt: VERSION, byServer: true });
    await clearSubmittedDrafts(a);
    expect((await readUnfinishedDraft(a, 's1'))?.draft).toEqual({ ...draft, version: 1 });
  });

  test('fault: another tab starts an attempt while the old draft is deleted because its submit arrived → the new draft stays', async () => {
    await keepDraft(a, 's1', submitted(true), seen);
    await keepReceipt(await enqueueSubmit(), { receivedAt: VERSION, byServer: true });
    const transaction = Reflect.get(IDBDatabase.prototype, 'transaction') as IDBDatabase['transaction'];
    // Simulates the other tab: it writes just before this tab's transaction.
    const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      ...[name, mode, options]
    ) {
      if (name === 'drafts' && mode === 'readwrite') {
        spy.mockRestore();
        const store = transaction.call(this, name, mode, options).objectStore('drafts');
        store.put({ ...draft, version: 1 }, `${a}|answers|s1`);
        store.put(seen, `${a}|seen|s1`);
      }
      return transaction.call(this, name, mode, options);
    });

    await clearSubmittedDrafts(a);

    expect(spy.getMockImplementation()).toBeUndefined();
    expect(await readUnfinishedDraft(a, 's1')).toEqual({ draft: { ...draft, version: 1 }, seen });
  });
});

describe('at a sign-out', () => {
  const study = async () => {
    await keepDraft(a, 's1', draft, seen);
    await keepOwned('drafts', a, 'lesson|l1', { text: '編集中' });
    await keepDraft(b, 's1', draft);
  };
  const keysOf = async (owner: string) => (await listOwned('drafts', owner)).map(([key]) => key);

  test('a sign-out with 端末に残す (keep on device) keeps unsubmitted answers; questions and other drafts are deleted', async () => {
    await study();
    await wipeOwner(a, { dropsEntries: false });
    expect(await keysOf(a)).toEqual(['answers|s1']);
    await admitOwner(a);
    expect(await readUnfinishedDraft(a, 's1')).toMatchObject({ draft: { answers: draft.answers }, seen: undefined });
  });

  test('a sign-out with 破棄 (discard) deletes all drafts of the owner, and none of other users', async () => {
    await study();
    await wipeOwner(a, { dropsEntries: true });
    expect(await keysOf(a)).toEqual([]);
    expect(await keysOf(b)).toEqual(['answers|s1']);
  });

  test.each([
    [false, ['answers|s1']],
    [true, []],
  ])('the cleanup at the next start after a sign-out (破棄: %s) keeps the same drafts', async (dropsEntries, left) => {
    await study();
    await wipeOwner(a, { dropsEntries });
    await finishWipes();
    expect(await keysOf(a)).toEqual(left);
  });
});
