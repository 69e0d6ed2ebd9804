/** Tests deleting content files: the deletion of a used file is refused with a message that names its use. */
import { picturesOfQuestionSet, savePictures } from '@server/api/pictures/text-pictures';
import { saveInfo } from '@server/api/settings/info';
import { now } from '@server/db/database';
import { questionSets, trash } from '@server/db/schema';
import { pictures } from '@tests/support/pictures';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { bytes, useContentFiles } from './support/content-files';

const { server, put, urlOf, getFile } = useContentFiles();

let made = 0;
async function putFile(extension: 'png' | 'md', file: Uint8Array): Promise<string> {
  made += 1;
  return (await put(`delete-${made}.${extension}`, file)).body.id;
}
const putPicture = () => putFile('png', pictures.png);
const putText = (text: string) => putFile('md', bytes(text));
const remove = (id: string) => server.call('DELETE', `/api/v1/content/${id}`, { as: 'staff' });
const post = async (path: string, json: unknown): Promise<string> => {
  const { status, body } = await server.call('POST', `/api/v1${path}`, { as: 'staff', json });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.id;
};
const makeLesson = async (chapterId: string, text: string): Promise<string> =>
  post('/lessons/', { chapterId, title: '図を見る', contentId: await putText(text) });

test('the server refuses to delete a file that a lesson or course uses, and deletes an unused one', async () => {
  const id = await putPicture();

  expect(await remove('security-why-md')).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('何を守るのか') },
  });
  expect((await remove('security-img-cover')).status).toBe(409);
  const url = await urlOf(id);
  expect((await remove(id)).status).toBe(204);
  expect((await getFile(url)).status).toBe(404);
  expect((await remove(id)).status).toBe(404);
});

describe('a picture', () => {
  test.each([
    ['published', 'security-s1-c1'],
    ['draft', 'onboarding-s1-c1'],
  ])('refuses to delete a picture in the current text of a %s lesson', async (_, chapterId) => {
    const id = await putPicture();
    const lessonId = await makeLesson(chapterId, `![図](content:${id})`);

    expect(await remove(id)).toMatchObject({
      status: 409,
      body: { detail: 'レッスン「図を見る」で使われています。' },
    });

    const json = { contentId: await putText('図のない本文') };
    expect((await server.call('PATCH', `/api/v1/lessons/${lessonId}`, { as: 'staff', json })).status).toBe(200);
    expect((await remove(id)).status).toBe(204);
  });

  test('the server refuses to delete a picture that a text mentions by URL', async () => {
    const id = await putPicture();
    await makeLesson('security-s1-c1', `![図](${await urlOf(id)})`);

    expect((await remove(id)).status).toBe(409);
  });

  test('the server refuses to delete a picture in a question, choice or explanation until the set is deleted for good', async () => {
    const ids = [await putPicture(), await putPicture(), await putPicture()];
    const [body = '', choice = '', explanation = ''] = ids.map((id) => `![図](content:${id})`);
    const choices = ['a', 'b'].map((id) => ({ id, body: choice }));
    const question = { id: 'q', type: 'single', body, choices, correctChoiceIds: ['a'], explanation };
    const setId = await post('/question-set/', { lessonId: 'security-why', title: '図の問題', questions: [question] });

    for (const id of ids) {
      expect(await remove(id)).toMatchObject({ status: 409, body: { detail: '問題「図の問題」で使われています。' } });
    }

    expect((await server.call('DELETE', `/api/v1/question-set/${setId}`, { as: 'staff' })).status).toBe(204);
    for (const id of ids) expect((await remove(id)).body.detail).toBe('ごみ箱の「図の問題」で使われています。');
    await server.database.update(trash).set({ deletedAt: sql`now() - interval '31 days'` });
    for (const id of ids) expect((await remove(id)).status).toBe(204);
  });

  test('a picture is not deleted while a question set that shows it is being saved', async () => {
    const id = await putPicture();
    const question = { id: 'q', type: 'text', body: '問', choices: [], acceptedAnswers: ['答'] } as const;
    const json = { lessonId: 'security-why', title: '図の問題', questions: [question] };
    const setId = await post('/question-set/', json);
    const questions = [{ ...question, acceptedAnswers: ['答'], choices: [], body: `![図](content:${id})` }];
    let deletion: ReturnType<typeof remove> | undefined;
    await server.database.transaction(async (transaction) => {
      const changed = { questions, updatedAt: now };
      const sets = await transaction.update(questionSets).set(changed).where(eq(questionSets.id, setId)).returning();
      await savePictures(transaction, sets.map(picturesOfQuestionSet));
      deletion = remove(id);
      // On PostgreSQL the deletion reaches the file's lock within these queries; PGlite runs it after the transaction.
      for (let query = 0; query < 500; query += 1) await transaction.execute(sql`select 1`);
    });

    expect(await deletion).toMatchObject({ status: 409, body: { detail: '問題「図の問題」で使われています。' } });
  });

  test('the server refuses to delete a picture in the notice', async () => {
    const id = await putPicture();
    const info = { serviceName: 'まなびば', communityUrl: null, supportEmail: null };
    await saveInfo(server.database, { ...info, notice: `![図](content:${id})` });

    expect(await remove(id)).toMatchObject({ status: 409, body: { detail: 'お知らせで使われています。' } });
  });
});
