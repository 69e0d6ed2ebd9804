/** Tests that searches on the server find names and titles in every form of their kanji (src/lib/kanji-variants.ts). */
import { beforeAll, expect, test } from 'vitest';

import type { User } from '@/api/users';

import { useTestServer } from './support/test-server';

const server = useTestServer();
const get = async (path: string, as: string) => {
  const { status, body } = await server.call('GET', `/api/v1${path}`, { as });
  expect(status, path).toBe(200);
  return body;
};
const encoded = (words: string) => encodeURIComponent(words);

const names = {
  k1: '髙槗 惠子',
  k2: '高橋 恵子',
  k3: '𠮷岡 邉',
  k4: '吉岡 辺',
  k5: '葛\u{e0100}西 祐\ufe00子',
  k6: '辺(国).*[a]\\d|^$+?{2}',
};
beforeAll(async () => {
  for (const [username, name] of Object.entries(names)) {
    const json = { username, name, password: 'umibe-no-kissaten', role: 'STUDENT' };
    await server.call('POST', '/api/v1/users/', { as: 'admin', json });
  }
});

test.each([
  ['高橋 惠', ['k1', 'k2']],
  ['髙橋 恵', ['k1', 'k2']],
  ['高橋惠子', ['k1', 'k2']],
  ['吉岡 邊', ['k3', 'k4']],
  ['𠮷岡', ['k3', 'k4']],
  ['葛西 祐子', ['k5']],
  ['\ufa4f子', ['k5']],
  ['機', []],
  ['邊(國).*[A]\\d|^$+?{2}', ['k6']],
  ['***辺', []],
  ['辺.国', []],
  ['(?i)国', []],
])('finds people by %s in every form, and shows the names as they were written', async (words, found) => {
  const all: User[] = (await get(`/users/?size=200&q=${encoded(words)}`, 'admin')).items;
  expect(all.map(({ username }) => username)).toEqual(found);
  for (const { username, name } of all) expect(name).toBe(names[username as keyof typeof names]);
});

test('a search finds titles of lessons in every form of a kanji', async () => {
  const [lesson] = (await get('/lessons/?courseId=git&size=1', 'student')).items;
  const rename = (title: string) =>
    server.call('PATCH', `/api/v1/lessons/${lesson.id}`, { as: 'teacher', json: { title } });
  await rename('國分工場の濵田式');
  expect((await get(`/lessons/?q=${encoded('国分 濱田')}`, 'student')).items).toMatchObject([{ id: lesson.id }]);
  await rename(lesson.title);
});
