/** Tests the background scan of texts that an older version saved: each text once, also after interruptions. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createApp } from '@server/api/app';
import { findContentUrl } from '@server/api/content/contents';
import { storeFile } from '@server/api/content/store-file';
import { scheduleTextScan, scanNextTexts } from '@server/api/content/text-scan';
import { readConfig } from '@server/config';
import type { OpenDatabase } from '@server/db/database';
import { openPGlite } from '@server/db/open-pglite';
import { prepareDatabase } from '@server/db/prepare-database';
import { contents, questionSets, textPictures } from '@server/db/schema';
import { pictures } from '@tests/support/pictures';
import { copyTemplateDatabase } from '@tests/support/template-database';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { bytes } from './support/content-files';

let folder: string;
let opened: OpenDatabase;

/** Opens a database without the automatic scan. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'manabiba-test-'));
  await copyTemplateDatabase(folder);
  opened = await openPGlite(folder);
  await prepareDatabase(opened.database, async () => {});
});
afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});
/** Makes the database look as an older version left it. */
beforeEach(() => opened.database.delete(textPictures));

const countTexts = async () => {
  const files = await opened.database.$count(contents, eq(contents.fileType, 'md'));
  const notice = 1;
  return files + (await opened.database.$count(questionSets)) + notice;
};
const countRead = () => opened.database.$count(textPictures);
async function readAll(): Promise<number> {
  let read = 0;
  for (let more = -1; more !== 0; read += more) more = await scanNextTexts(opened.database);
  return read;
}
const putPicture = (name: string) =>
  storeFile(opened.database, 'pub-container', name, { fileType: 'img', mediaType: 'image/png', bytes: pictures.png });
/** Returns the status of a picture at its unsigned URL, and whether a student gets its URL. */
async function see(name: string): Promise<[number, boolean]> {
  const config = { ...readConfig({}), log: 'off' as const, appDir: join(folder, 'no-app') };
  const app = createApp({
    config,
    database: opened.database,
    signingKey: 'x',
    hasDiskSpaceFor: () => true,
    fileKey: 'x',
  });
  const { status } = await app.request(`/files/pub-container/${name}`);
  const [row] = await opened.database.select({ id: contents.id }).from(contents).where(eq(contents.fileName, name));
  const url = await findContentUrl(opened.database, 'STUDENT', row?.id ?? '', 'x');
  return [status, url !== undefined];
}

test('every picture is served until all texts are scanned, and then only published ones', async () => {
  await putPicture('nowhere.png');
  expect(await see('nowhere.png')).toEqual([200, true]);
  await scanNextTexts(opened.database);
  expect(await see('nowhere.png')).toEqual([200, true]);

  await readAll();
  expect(await see('nowhere.png')).toEqual([404, false]);
  expect(await see('git-img-areas.webp')).toEqual([200, true]);
});

test('instances that scan at the same time scan each text once', async () => {
  const read = await Promise.all([readAll(), readAll(), readAll()]);

  expect(read.reduce((sum, each) => sum + each, 0)).toBe(await countTexts());
  expect(await countRead()).toBe(await countTexts());
});

test('an interrupted scan continues at the next start', async () => {
  await scanNextTexts(opened.database);
  const [read, all] = [await countRead(), await countTexts()];
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(all);

  const stop = scheduleTextScan(opened.database);
  await vi.waitFor(async () => expect(await countRead()).toBe(all), { timeout: 20_000 });
  await stop();
});

test('a text that an older version saved is scanned again, and its pictures are served until then', async () => {
  await readAll();
  const picture = await putPicture('by-older-server.png');
  expect(await see('by-older-server.png')).toEqual([404, false]);

  await opened.database
    .update(contents)
    .set({ bytes: bytes(`![図](content:${picture})`), updatedAt: sql`${contents.updatedAt} + interval '1 second'` })
    .where(eq(contents.id, 'security-why-md'));
  expect(await see('by-older-server.png')).toEqual([200, true]);
  expect(await readAll()).toBe(1);
  expect(await see('by-older-server.png')).toEqual([200, true]);
});

test('the picture list of a deleted text is deleted', async () => {
  await readAll();
  await opened.database.insert(textPictures).values({
    kind: 'markdown',
    textId: 'gone',
    version: new Date().toISOString(),
    pictures: ['content:x'],
  });

  const stop = scheduleTextScan(opened.database);
  const all = await countTexts();
  await vi.waitFor(async () => expect(await countRead()).toBe(all), { timeout: 20_000 });
  await stop();
});
