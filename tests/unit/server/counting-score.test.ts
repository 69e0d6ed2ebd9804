/** Tests the score that counts in SQL; tests/unit/study/best-score.test.ts has the same cases for the TypeScript. */
import { submits } from '@server/db/schema';
import { scoreCases } from '@tests/support/score-cases';
import { afterEach, expect, test } from 'vitest';

import { useTestServer } from './support/test-server';

const server = useTestServer();
const QUESTION_SET = 'git-q-cli';
const timeOf = (index: number) => new Date(Date.parse('2026-11-21T02:00:00Z') + index * 60_000).toISOString();

async function readSet() {
  const { body } = await server.call('GET', '/api/v1/progress/detail/user-student/git', { as: 'student' });
  return body.questionSets.find((set: { questionSetId: string }) => set.questionSetId === QUESTION_SET);
}

afterEach(async () => void (await server.database.delete(submits)));

test.each(scoreCases)('$title, in the progress that the database computes', async ({ steps }) => {
  await server.database.delete(submits);
  for (const [index, { score, maxScore, best }] of steps.entries()) {
    const at = timeOf(index);
    await server.database.insert(submits).values({
      id: `submit-${index}`,
      userId: 'user-student',
      clientSubmitId: crypto.randomUUID(),
      questionSetId: QUESTION_SET,
      questionSetUpdatedAt: at,
      answers: [],
      results: [],
      score,
      maxScore,
      answeredAt: at,
      receivedAt: at,
      studiedAt: at,
    });

    expect(await readSet(), `submit ${index + 1}`).toMatchObject({
      submitCount: index + 1,
      lastScore: score,
      maxScore,
      bestScore: best,
      lastSubmittedAt: at,
    });
  }
});
