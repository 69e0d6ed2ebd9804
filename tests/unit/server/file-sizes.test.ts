/** Tests GET /file-sizes/: total size, largest files, and the lessons that use them. */
import { pngOf } from '@tests/support/pictures';
import { expect, test } from 'vitest';

import type { FileSizes } from '@/api/files/file-sizes';

import { bytes, useContentFiles } from './support/content-files';

const { server, put } = useContentFiles();
const read = async (): Promise<FileSizes> => (await server.call('GET', '/api/v1/file-sizes/', { as: 'admin' })).body;
const lessonsOf = async (id: string) => (await read()).largest.find((file) => file.id === id)?.lessons;

/** Makes a picture of the given size. */
const png = async (name: string, byteLength: number): Promise<string> => (await put(name, pngOf(byteLength))).body.id;

test('the list of file sizes counts a new file, and lists the 20 largest files first', async () => {
  const before = await read();
  const id = await png('large.png', 3_000_000);
  const after = await read();

  expect(before.largest.length).toBe(20);
  expect([after.count, after.byteLength]).toEqual([before.count + 1, before.byteLength + 3_000_000]);
  expect(after.largest[0]).toMatchObject({ id, fileName: 'large.png', byteLength: 3_000_000, lessons: [] });
  expect(after.largest.length).toBe(20);
});

test('the list of file sizes names the courses whose cover a file is', async () => {
  const cover = await png('cover.png', 2_500_000);
  await server.call('PATCH', '/api/v1/courses/git', { as: 'staff', json: { thumbnailContentId: cover } });
  const [file] = (await read()).largest.filter(({ id }) => id === cover);

  expect(file).toMatchObject({ lessons: [], courses: [{ id: 'git', title: expect.any(String) }] });
});

test('the list of file sizes names the lessons that use a file: as text, in the text by id or name, or in questions', async () => {
  const picture = await png('shown.png', 2_000_000);
  const { body: text } = await put('text.md', bytes(`![図](content:${picture})\n${'あ'.repeat(300_000)}`));
  await server.call('PATCH', '/api/v1/lessons/security-why', { as: 'staff', json: { contentId: text.id } });
  const why = { id: 'security-why', title: expect.any(String) };
  expect([await lessonsOf(text.id), await lessonsOf(picture)]).toEqual([[why], [why]]);

  const { body: other } = await put('other.md', bytes('![図](/files/pub-container/shown.png)'));
  await server.call('PATCH', '/api/v1/lessons/security-risk', { as: 'staff', json: { contentId: other.id } });
  expect((await lessonsOf(picture))?.map(({ id }) => id).toSorted()).toEqual(['security-risk', 'security-why']);

  const question = {
    id: 'q1',
    type: 'text',
    body: `![図](content:${picture})`,
    choices: [],
    acceptedAnswers: ['一'],
  };
  const set = { lessonId: 'security-scams', title: '試験', questions: [question] };
  const { status, body } = await server.call('POST', '/api/v1/question-set/', { as: 'staff', json: set });
  expect({ status, body }).toMatchObject({ status: 201 });
  expect((await lessonsOf(picture))?.map(({ id }) => id)).toContain('security-scams');
});
