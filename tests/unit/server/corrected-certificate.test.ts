/**
 * Tests 再採点 (grading again by a corrected answer key) and certificates: a recorded completion is not deleted, and shows
 * the corrected score.
 */
import { completions } from '@server/db/schema';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { useTestServer } from './support/test-server';

const server = useTestServer();

const call = (method: string, path: string, json?: object, as = 'teacher') =>
  server.call(method, `/api/v1/${path}`, { as, json });
const add = async (path: string, json: object): Promise<string> =>
  (await call('POST', `${path}/`, { title: '修了', ...json })).body.id;

test('a corrected answer key corrects the score on the certificate; later tries and the stored row do not change', async () => {
  const courseId = await add('courses', { title: '消火の基本', description: '' });
  const chapterId = await add('chapters', { sectionId: await add('sections', { courseId }) });
  const lessonId = await add('lessons', { chapterId });
  await call('PATCH', `courses/${courseId}`, { status: 'published' });
  const choices = ['a', 'b'].map((id) => ({ id, body: id }));
  const set = (correct: string) => {
    const question = { id: 'q1', type: 'single', body: '消火器', choices, correctChoiceIds: [correct] };
    return { lessonId: lessonId, title: '確認', questions: [question] };
  };
  const questionSetId = await add('question-set', set('b'));
  const submit = (choice: string) => {
    const answers = [{ questionId: 'q1', choiceIds: [choice] }];
    const [questionSetUpdatedAt, answeredAt] = ['2026-01-01T00:00:00.000Z', new Date().toISOString()];
    const json = { clientSubmitId: crypto.randomUUID(), questionSetId, questionSetUpdatedAt, answers, answeredAt };
    return call('POST', 'submit/', json, 'student');
  };
  await submit('a');
  await call('PUT', `progress/lesson/${lessonId}`, undefined, 'student');
  const scores = async () => {
    const path = `progress/detail/user-student/${courseId}`;
    return (await call('GET', path, undefined, 'student')).body.completion.questionSets;
  };
  expect(await scores()).toMatchObject([{ questionSetId, bestScore: 0, maxScore: 1 }]);
  await submit('b');
  expect(await scores()).toMatchObject([{ bestScore: 0 }]);
  await call('PUT', `question-set/${questionSetId}`, set('a'));
  await call('POST', `question-set/${questionSetId}/rescore`, {});

  expect(await scores()).toMatchObject([{ questionSetId, title: '確認', bestScore: 1, maxScore: 1 }]);
  const [row] = await server.database.select().from(completions).where(eq(completions.courseId, courseId));
  expect(row?.questionSets).toMatchObject([{ bestScore: 0 }]);
  await call('DELETE', `question-set/${questionSetId}`);
  expect(await scores()).toMatchObject([{ title: '確認', maxScore: 1 }]);
});
