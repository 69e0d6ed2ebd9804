/** Which pictures the texts of an older database show: read after the start, each text once, whatever happens meanwhile. */
import { readNextTexts } from '@server/content/read-texts';
import { contents, questionSets, textPictures } from '@server/db/schema';
import { pngBytes } from '@tests/support/multipart';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';

import { bytes, useContentFiles } from './support/content-files';

/** The server reads by itself only where a test says so. */
const reading = vi.hoisted(() => ({ isOn: false }));
vi.mock(import('@server/content/read-texts'), async (importActual) => {
  const actual = await importActual();
  return { ...actual, keepTextsRead: (database) => (reading.isOn ? actual.keepTextsRead(database) : async () => {}) };
});

const { server, put, getFile } = useContentFiles();

const countTexts = async () =>
  1 +
  (await server.database.$count(contents, eq(contents.fileType, 'md'))) +
  (await server.database.$count(questionSets));
const countRead = () => server.database.$count(textPictures);
async function readAll(): Promise<number> {
  let read = 0;
  for (let more = -1; more !== 0; read += more) more = await readNextTexts(server.database);
  return read;
}
const statusOf = async (name: string) => (await getFile(`/files/pub-container/${name}`)).status;

/** A database as a server without the table left it. */
beforeEach(async () => {
  await server.database.delete(textPictures);
});

test('until all texts were read every picture is served as before; after that only what is published', async () => {
  const name = 'nowhere.png';
  const { body } = await put(name, pngBytes);
  const asStudent = () => server.call('GET', `/api/v1/content/${body.id}`, { as: 'student' });
  expect([await statusOf(name), (await asStudent()).status]).toEqual([200, 200]);
  await readNextTexts(server.database);
  expect([await statusOf(name), (await asStudent()).status]).toEqual([200, 200]);

  await readAll();
  expect([await statusOf(name), (await asStudent()).status]).toEqual([404, 404]);
  expect(await statusOf('git-img-areas.webp')).toBe(200);
});

test('several servers read each text once', async () => {
  const read = await Promise.all([readAll(), readAll(), readAll()]);

  expect(read.reduce((sum, each) => sum + each, 0)).toBe(await countTexts());
  expect(await countRead()).toBe(await countTexts());
});

test('a text that an older server saved since is read anew, and until then its pictures are served', async () => {
  await readAll();
  const { body: picture } = await put('by-older-server.png', pngBytes);
  expect(await statusOf('by-older-server.png')).toBe(404);

  await server.database
    .update(contents)
    .set({ bytes: bytes(`![図](content:${picture.id})`), updatedAt: sql`${contents.updatedAt} + interval '1 second'` })
    .where(eq(contents.id, 'security-why-md'));
  expect(await statusOf('by-older-server.png')).toBe(200);
  expect(await readAll()).toBe(1);
  expect(await statusOf('by-older-server.png')).toBe(200);
});

test('a server that is stopped in the middle goes on at its next start', async () => {
  await readNextTexts(server.database);
  expect(await countRead()).toBeLessThan(await countTexts());
  reading.isOn = true;
  await server.pause();
  await server.resume();

  const all = await countTexts();
  await vi.waitFor(async () => expect(await countRead()).toBe(all), { timeout: 20_000 });
});
