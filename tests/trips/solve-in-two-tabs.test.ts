/** Tests solving one question set in two tabs at once: the answers of both are kept, and shown in both. */
import { waitFor } from '@testing-library/dom';
import { callAs } from '@tests/support/demo';
import { answerFirst, findQuestion, isChosen, ownerOf, SET } from '@tests/support/solving';
import { describe, expect, test } from 'vitest';

import type { QuestionSet } from '@/api/question-sets';
import type { Answer } from '@/api/submits';
import type { AnswerDraft } from '@/device/drafts/answer-drafts';
import * as ownedStore from '@/storage/owned-store';
import { isAnswer } from '@/study/answer-sheet';

describe('another tab has answered, and its broadcast has not arrived yet', () => {
  /** Writes an answer as the other tab does, but without its broadcast. */
  async function answerElsewhere(owner: string, change: (answers: Answer[]) => Answer[]): Promise<void> {
    await ownedStore.changeOwned('drafts', owner, async ({ read, keep }) => {
      const draft = (await read(`answers|${SET}`)) as AnswerDraft;
      await keep(`answers|${SET}`, { ...draft, answers: change(draft.answers) });
    });
  }
  const keptAnswers = async (owner: string) => {
    const draft = (await ownedStore.readOwned('drafts', owner, `answers|${SET}`)) as AnswerDraft;
    return draft.answers.filter(isAnswer).map(({ questionId }) => questionId);
  };
  const idsOf = async () => {
    const { questions } = (await callAs('student', 'GET', `/question-set/${SET}`)) as QuestionSet;
    return questions.map(({ id }) => id);
  };

  test('fault: the other tab has removed an answer → an answer given here does not restore it', async () => {
    const [owner, [, second = '']] = [await ownerOf('student'), await idsOf()];
    const app = await answerFirst('student');
    await app.user.keyboard('{ArrowRight}');
    await findQuestion(2);
    await answerElsewhere(owner, () => []);

    await app.user.keyboard('3');

    await waitFor(async () => expect(await keptAnswers(owner)).toEqual([second]));
    await app.user.keyboard('{ArrowLeft}');
    await findQuestion(1);
    expect(isChosen(/付け替えられる札/)).toBe(false);
  });
});
