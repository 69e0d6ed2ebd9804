/**
 * Tests GET /content/ of servers with `searched-lists`: by words of the name, by ids, and with the uses of each file.
 */
import { pngOf } from '@tests/support/pictures';
import { describe, expect, test } from 'vitest';

import type { Content } from '@/api/files/contents';
import { versionFileName } from '@/api/files/version-names';

import { bytes, useContentFiles } from './support/content-files';

const { server, put } = useContentFiles();
const list = async (query: string, as = 'staff') => {
  const { status, body } = await server.call('GET', `/api/v1/content/?size=200&${query}`, { as });
  expect(status).toBe(200);
  return body as { items: Content[]; total: number; applied: string[] };
};
const namesOf = async (q: string, as?: string) => {
  const { items, total } = await list(`q=${encodeURIComponent(q)}`, as);
  expect(total).toBe(items.length);
  return items.map(({ fileName }) => fileName);
};
const text = async (name: string, words = '本文'): Promise<string> => (await put(name, bytes(words))).body.id;
const edit = (path: string, json: object) => server.call('PATCH', `/api/v1${path}`, { as: 'staff', json });
const usesOf = async (id: string) => (await list(`ids=${id}&uses=true`)).items[0]?.uses;

describe('a search', () => {
  test.each([
    ['ｱﾝｾﾞﾝ 高橋', ['安全-あんぜん-髙橋.md']],
    ['あんぜん高橋', []],
    ['.MD 髙橋', ['安全-あんぜん-髙橋.md']],
    ['%', []],
    ['~2026', ['l1~20261126T170312Z~0a1b2c3d.md']],
  ])('the list of files finds files by the words %s of their name', async (words, found) => {
    await text('安全-あんぜん-髙橋.md');
    await text('l1~20261126T170312Z~0a1b2c3d.md');

    expect(await namesOf(words)).toEqual(found);
  });

  test('the list of files shows students only files of published content', async () => {
    expect(await namesOf('git-terminal', 'student')).toEqual(['git-terminal.md']);
    await text('git-terminal-unused.md');

    expect(await namesOf('git-terminal', 'student')).toEqual(['git-terminal.md']);
    expect(await namesOf('git-terminal')).toEqual(['git-terminal-unused.md', 'git-terminal.md']);
  });

  test('the list of files names the parameters that it applied, and ignores invalid ones', async () => {
    expect((await list('q=a&ids=b&uses=true')).applied).toEqual(['q', 'ids', 'uses']);
    expect((await list('q=%00&ids=..&uses=maybe')).applied).toEqual([]);
    expect((await list('')).items[0]).not.toHaveProperty('uses');
  });

  test('the list of files can be limited to ids', async () => {
    const id = await text('one-of-many.md');
    const { items, total } = await list(`ids=${id},git-terminal-md,gone`);

    expect([items.map(({ fileName }) => fileName), total]).toEqual([['one-of-many.md', 'git-terminal.md'], 2]);
  });
});

describe('uses', () => {
  test('the uses of a text file are its lesson and its being an earlier version; the latter does not prevent its deletion', async () => {
    const [older, newer] = [
      await text(versionFileName('security-why', Date.UTC(2026, 10, 1))),
      await text(versionFileName('security-why', Date.UTC(2026, 10, 2))),
    ];
    await edit('/lessons/security-why', { contentId: newer });
    const use = { title: expect.any(String), lessonId: 'security-why' };

    expect(await usesOf(newer)).toEqual([{ kind: 'text', ...use }]);
    expect(await usesOf(older)).toEqual([{ kind: 'version', ...use }]);
    expect((await server.call('DELETE', `/api/v1/content/${newer}`, { as: 'staff' })).status).toBe(409);
    expect((await server.call('DELETE', `/api/v1/content/${older}`, { as: 'staff' })).status).toBe(204);
  });

  test('a picture that only an earlier version of a text shows is in use until that version is deleted', async () => {
    const file: string = (await put('of-a-version.png', pngOf(1200))).body.id;
    const versions = [1, 2, 3].map((day) =>
      text(versionFileName('security-habits', Date.UTC(2026, 10, day)), day < 3 ? `![図](content:${file})` : '文だけ'),
    );
    const [first = '', second = '', newest = ''] = await Promise.all(versions);
    const remove = (id: string) => server.call('DELETE', `/api/v1/content/${id}`, { as: 'staff' });
    await edit('/lessons/security-habits', { contentId: newest });
    const lesson = { title: expect.any(String), lessonId: 'security-habits' };

    expect(await usesOf(file)).toEqual([{ kind: 'version-picture', ...lesson }]);
    expect(await remove(file)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^レッスン「.+」の以前の版で使われています。$/) },
    });
    await edit('/lessons/security-habits', { contentId: second });
    expect((await usesOf(file))?.map(({ kind }) => kind)).toEqual(['picture', 'version-picture']);
    await edit('/lessons/security-habits', { contentId: newest });
    for (const id of [first, second]) expect((await remove(id)).status).toBe(204);
    expect((await remove(file)).status).toBe(204);
  });

  test('the uses of a picture are covers, pictures in lessons and question sets, and things in the trash', async () => {
    const file: string = (await put('everywhere.png', pngOf(1000))).body.id;
    await edit('/courses/git', { thumbnailContentId: file });
    await edit('/lessons/security-risk', { contentId: await text('shows.md', `![図](content:${file})`) });
    const question = { id: 'q', type: 'text', body: `![図](content:${file})`, choices: [], acceptedAnswers: ['一'] };
    const set = { lessonId: 'security-scams', title: '図の試験', questions: [question] };
    const { body } = await server.call('POST', '/api/v1/question-set/', { as: 'staff', json: set });
    const title = expect.any(String);

    const cover = { kind: 'cover', title, courseId: 'git' };
    const picture = { kind: 'picture', title, lessonId: 'security-risk' };
    expect(await usesOf(file)).toEqual([
      cover,
      picture,
      { kind: 'question-set', title: '図の試験', lessonId: 'security-scams' },
    ]);
    await server.call('DELETE', `/api/v1/question-set/${body.id}`, { as: 'staff' });
    expect(await usesOf(file)).toEqual([cover, picture, { kind: 'trash', title: '図の試験' }]);
  });

  test('the uses of a file are not sent to students, because they name drafts', async () => {
    const { items, applied } = await list('uses=true', 'student');

    expect(applied).toEqual([]);
    expect(items.some(({ uses }) => uses)).toBe(false);
  });
});
