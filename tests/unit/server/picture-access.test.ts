/**
 * Tests who may see a picture, and that it is kept, while the texts that show it leave and return: draft, copy,
 * version, move, import, deletion and restoration of each kind, each step with and without a restart of the server
 * (docs/decisions/0025, 0084).
 */
import { trash } from '@server/db/schema';
import { pictures } from '@tests/support/pictures';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { versionFileName } from '@/api/files/version-names';
import type { Page } from '@/api/shapes';
import type { TrashItem } from '@/api/trash';

import { bytes, useContentFiles } from './support/content-files';

const { server, put, urlOf, getFile } = useContentFiles();
/** `open`: published; `hidden`: only unpublished content, an earlier version or the trash uses it. */
type State = 'open' | 'hidden' | 'unused';

let made = 0;
async function upload(file: Uint8Array<ArrayBuffer>, name = `access-${(made += 1)}.png`): Promise<string> {
  return (await put(name, file)).body.id;
}
async function call(method: string, path: string, json?: object) {
  const answer = await server.call(method, `/api/v1${path}`, { as: 'staff', ...(json && { json }) });
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}
const post = async (path: string, json: object): Promise<string> => (await call('POST', path, json)).id;
const show = (id: string) => `![図](content:${id})`;

/** Creates an empty course of one chapter. */
async function makeCourse(status: 'draft' | 'published', thumbnailContentId?: string) {
  const course = await post('/courses/', { title: '試験', status, thumbnailContentId });
  const section = await post('/sections/', { courseId: course, title: '試験' });
  return { course, section, chapter: await post('/chapters/', { sectionId: section, title: '試験' }) };
}

/** Creates a lesson with a text and a question set that show pictures, as the app does, also for a copy. */
async function makeLesson(chapterId: string, shown: Pictures) {
  const contentId = await upload(bytes(show(shown.inText)), `access-${(made += 1)}.md`);
  const lesson = await post('/lessons/', { chapterId, title: '試験', contentId });
  const set = await post('/question-set/', {
    lessonId: lesson,
    title: '試験',
    questions: questionsOf(shown.inChoice),
  });
  return { lesson, set };
}
function questionsOf(picture: string | undefined) {
  const choices = ['a', 'b'].map((id) => ({ id, body: picture ? show(picture) : id }));
  return [{ id: 'q', type: 'single', body: '問', choices, correctChoiceIds: ['a'] }];
}

interface Pictures {
  inText: string;
  inChoice: string;
  cover: string;
}

/**
 * Returns the state of a picture as everybody sees it: five callers, the list of files, its file with and without a
 * signature, deletion.
 */
async function stateOf(id: string): Promise<State> {
  const asked = ['student', 'staff', 'teacher', 'admin', undefined].map((as) =>
    server.call('GET', `/api/v1/content/${id}`, { as }),
  );
  const byCaller = (await Promise.all(asked)).map(({ status }) => status);
  const isOpen = byCaller[0] === 200;
  expect(byCaller).toEqual([isOpen ? 200 : 404, 200, 200, 200, 401]);

  const url = await urlOf(id);
  expect(url.includes('signature=')).toBe(!isOpen);
  const files = [url, url.split('?')[0] ?? '', url.replace(/signature=|$/, '$&x')].map((path) => getFile(path));
  const statuses = (await Promise.all(files)).map(({ status }) => status);
  expect(statuses).toEqual(isOpen ? [200, 200, 200] : [200, 404, 404]);

  const list = (await server.call('GET', `/api/v1/content/?ids=${id}`, { as: 'student' })).body as Page<unknown>;
  expect([list.items.length, list.total]).toEqual(isOpen ? [1, 1] : [0, 0]);
  const deletion = await server.call('DELETE', `/api/v1/content/${id}`, { as: 'staff' });
  if (deletion.status === 204) return 'unused';
  expect(deletion.status).toBe(409);
  return isOpen ? 'open' : 'hidden';
}

async function restore(subjectId: string, status = 'published'): Promise<void> {
  const { items } = (await call('GET', '/trash/?size=200')) as Page<TrashItem>;
  const item = items.find((one) => one.subjectId === subjectId);
  await call('POST', `/trash/${item?.id}/restore`, { status });
}

/**
 * Runs all steps.
 *
 * @param check compares the states after a step: of the pictures in the text, in the choice, and of the cover.
 */
async function leaveAndReturn(shown: Pictures, check: (step: string, ...states: State[]) => Promise<void>) {
  const first = await makeCourse('draft', shown.cover);
  const { lesson, set } = await makeLesson(first.chapter, shown);
  await check('a draft', 'hidden', 'hidden', 'hidden');
  await call('PATCH', `/courses/${first.course}`, { status: 'published' });
  await check('published', 'open', 'open', 'open');

  const paths = { 'question-set': set, lessons: lesson, chapters: first.chapter, sections: first.section };
  for (const [path, id] of Object.entries(paths)) {
    await call('DELETE', `/${path}/${id}`);
    await check(`${path} deleted`, path === 'question-set' ? 'open' : 'hidden', 'hidden', 'open');
    await restore(id);
    await check(`${path} restored`, 'open', 'open', 'open');
  }
  await call('DELETE', `/courses/${first.course}`);
  await check('course deleted', 'hidden', 'hidden', 'hidden');
  await restore(first.course, 'draft');
  await check('course restored as a draft', 'hidden', 'hidden', 'hidden');
  await call('DELETE', `/courses/${first.course}`);
  await restore(first.course);
  await check('course restored as published', 'open', 'open', 'open');

  const second = await makeCourse('draft');
  const copy = await makeLesson(second.chapter, shown);
  await check('copied into a draft', 'open', 'open', 'open');
  await call('PATCH', `/lessons/${lesson}`, { chapterId: second.chapter });
  await check('moved into the draft', 'hidden', 'hidden', 'open');
  await call('PATCH', `/courses/${second.course}`, { status: 'published' });
  await check('the draft published', 'open', 'open', 'open');
  await call('DELETE', `/lessons/${lesson}`);
  await check('the original deleted', 'open', 'open', 'open');

  const newer = await upload(bytes('図のない本文'), versionFileName(copy.lesson, Date.UTC(2026, 10, 2)));
  const older = await upload(bytes(show(shown.inText)), versionFileName(copy.lesson, Date.UTC(2026, 10, 1)));
  await call('PATCH', `/lessons/${copy.lesson}`, { contentId: newer });
  await check('a newer text without it', 'hidden', 'open', 'open');
  await call('PATCH', `/lessons/${copy.lesson}`, { contentId: older });
  await check('the older text again', 'open', 'open', 'open');
  await call('PATCH', `/lessons/${copy.lesson}`, { contentId: newer });
  const empty = { lessonId: copy.lesson, title: '試験', questions: questionsOf(undefined) };
  await call('PUT', `/question-set/${copy.set}`, empty);
  await check('a set without it', 'hidden', 'hidden', 'open');
  await call('PUT', `/question-set/${copy.set}`, { ...empty, questions: questionsOf(shown.inChoice) });
  await check('imported into the set', 'hidden', 'open', 'open');

  await call('DELETE', `/courses/${second.course}`);
  await check('the copy’s course deleted', 'hidden', 'hidden', 'open');
  await server.database.update(trash).set({ deletedAt: sql`now() - interval '30 days'` });
  await check('30 days later', 'unused', 'unused', 'open');
}

test.each([
  ['without restarts', async () => undefined],
  [
    'with a restart of the server after each step',
    async () => {
      await server.pause();
      await server.resume();
    },
  ],
])(
  'a picture is open while published content shows it, else hidden, and never deleted while it may return, %s',
  { timeout: 400_000 },
  async (_, between) => {
    const [inText, inChoice, cover] = [
      await upload(pictures.png),
      await upload(pictures.png),
      await upload(pictures.png),
    ];
    await leaveAndReturn({ inText, inChoice, cover }, async (step, ...expected) => {
      await between();
      const states: State[] = [];
      for (const id of [inText, inChoice, cover]) states.push(await stateOf(id));
      expect(states, step).toEqual(expected);
    });
  },
);
