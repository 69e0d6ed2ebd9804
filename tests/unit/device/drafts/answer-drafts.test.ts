/** Answers that are not submitted yet: what stays on the device, until when, and for whom. */
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
/** Puts answers in the place of what lies there, with their questions when they are given. */
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

describe('answers', () => {
  test('are found again with the questions they were given to, by their owner alone', async () => {
    await keepDraft(a, 's1', draft, seen);
    expect(await readUnfinishedDraft(a, 's1')).toEqual({ draft: { ...draft, version: 1 }, seen });
    expect(await readUnfinishedDraft(b, 's1')).toBeUndefined();
    expect(await readUnfinishedDraft(a, 's2')).toBeUndefined();
  });

  test('are the newest, however fast they follow each other', async () => {
    const texts = Array.from({ length: 20 }, (_, index) => `${index}`);
    await Promise.all(texts.map((text) => keepDraft(a, 's1', { ...draft, answers: [{ questionId: 'q1', text }] })));
    expect((await readUnfinishedDraft(a, 's1'))?.draft.answers).toEqual([{ questionId: 'q1', text: '19' }]);
  });

  test('of another version are found without the questions of this one', async () => {
    await keepDraft(a, 's1', draft, { ...seen, updatedAt: '2026-11-02T00:00:00.000Z' });
    expect(await readUnfinishedDraft(a, 's1')).toMatchObject({ seen: undefined });
    expect(await readSeenQuestions(a, 's1', VERSION)).toBeUndefined();
  });

  test('that cannot be read count as none, and are left alone', async () => {
    await keepOwned('drafts', a, 'answers|s1', { version: 9, answers: 'x' });
    expect(await readUnfinishedDraft(a, 's1')).toBeUndefined();
    await clearSubmittedDrafts(a);
    expect(await countUnfinishedDrafts(a)).toBe(0);
    expect(await listOwned('drafts', a)).toHaveLength(1);
  });

  test('fault: the page goes while what is composed reaches over the limit of a text → all answers are found again, this one as far as it fits', async () => {
    const [before, text] = ['あ'.repeat(1999), '𠮷野家'];
    const other = { questionId: 'q2', choiceIds: ['c1'] };
    await keepDraft(a, 's1', { ...draft, answers: [other, { questionId: 'q1', text: before + text }] });
    expect((await readUnfinishedDraft(a, 's1'))?.draft.answers).toEqual([other, { questionId: 'q1', text: before }]);
  });

  test('that were all taken back count as none', async () => {
    await keepDraft(a, 's1', draft, seen);
    await keepDraft(a, 's1', { ...draft, answers: [{ questionId: 'q1', text: '' }], flagged: [] });
    expect(await readUnfinishedDraft(a, 's1')).toBeUndefined();
    expect(await countUnfinishedDrafts(a)).toBe(0);
  });

  test('are changed from what lies there, with the questions only where those are of another version', async () => {
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

  test('are not kept for whoever is leaving, and that is said', async () => {
    await wipeOwner(a, { dropsEntries: false });
    await expect(keepDraft(a, 's1', draft)).rejects.toMatchObject({ name: 'StorageError', reason: 'leaving' });
  });
});

describe('after 提出', () => {
  test('fault: killed before the queue has it → the answers are there to go on with, under the same submit', async () => {
    await keepDraft(a, 's1', submitted(false));
    expect((await readUnfinishedDraft(a, 's1'))?.draft.submit?.id).toBe(SUBMIT_ID);
    expect(await countUnfinishedDrafts(a)).toBe(1);
  });

  test('fault: killed after the queue has it, before the draft says so → it is not offered a second time', async () => {
    await keepDraft(a, 's1', submitted(false));
    await enqueueSubmit();
    expect(await readUnfinishedDraft(a, 's1')).toBeUndefined();
    expect(await countUnfinishedDrafts(a)).toBe(0);
  });

  test('they stay while the submit waits or is refused', async () => {
    await keepDraft(a, 's1', submitted(true));
    const entry = await enqueueSubmit();
    await clearSubmittedDrafts(a);
    expect(await listOwned('drafts', a)).toHaveLength(1);
    await refuse(entry, { status: 422, reason: '', at: VERSION });
    await clearSubmittedDrafts(a);
    expect(await listOwned('drafts', a)).toHaveLength(1);
  });

  test('they go with the receipt, the questions too', async () => {
    await keepDraft(a, 's1', submitted(true), seen);
    await keepReceipt(await enqueueSubmit(), { receivedAt: VERSION, byServer: true });
    await clearSubmittedDrafts(a);
    expect(await listOwned('drafts', a)).toEqual([]);
  });

  test('they go when the learner throws the submit away', async () => {
    await keepDraft(a, 's1', submitted(true));
    const entry = await enqueueSubmit();
    await discard(entry);
    await clearSubmittedDrafts(a);
    expect(await listOwned('drafts', a)).toEqual([]);
  });

  test('a new attempt that has taken their place stays when the receipt comes', async () => {
    await keepDraft(a, 's1', submitted(true));
    const entry = await enqueueSubmit();
    await keepDraft(a, 's1', draft);
    await keepReceipt(entry, { receivedAt: VERSION, byServer: true });
    await clearSubmittedDrafts(a);
    expect((await readUnfinishedDraft(a, 's1'))?.draft).toEqual({ ...draft, version: 1 });
  });

  test('fault: another tab begins anew while a receipt clears the old answers → the new ones stay', async () => {
    await keepDraft(a, 's1', submitted(true), seen);
    await keepReceipt(await enqueueSubmit(), { receivedAt: VERSION, byServer: true });
    const transaction = Reflect.get(IDBDatabase.prototype, 'transaction') as IDBDatabase['transaction'];
    // The other tab is a moment earlier than whatever this one has decided to write.
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

  test('端末に残す: the answers stay for their owner, the questions and other drafts go', async () => {
    await study();
    await wipeOwner(a, { dropsEntries: false });
    expect(await keysOf(a)).toEqual(['answers|s1']);
    await admitOwner(a);
    expect(await readUnfinishedDraft(a, 's1')).toMatchObject({ draft: { answers: draft.answers }, seen: undefined });
  });

  test('破棄: nothing stays, and the others keep theirs', async () => {
    await study();
    await wipeOwner(a, { dropsEntries: true });
    expect(await keysOf(a)).toEqual([]);
    expect(await keysOf(b)).toEqual(['answers|s1']);
  });

  test.each([
    [false, ['answers|s1']],
    [true, []],
  ])('swept once more at the next start (破棄: %s) → the same stays', async (dropsEntries, left) => {
    await study();
    await wipeOwner(a, { dropsEntries });
    await finishWipes();
    expect(await keysOf(a)).toEqual(left);
  });
});
