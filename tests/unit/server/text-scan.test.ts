/**
 * Tests the background work: texts that an older version saved are scanned once each, also after interruptions, and the
 * trash expires.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createApp } from '@server/api/app';
import { deleteContent, findContentUrl, listContents } from '@server/api/content/contents';
import { storeFile } from '@server/api/content/store-file';
import { scheduleTextScan, scanNextTexts } from '@server/api/content/text-scan';
import { Problem } from '@server/api/shared/problem';
import { readConfig } from '@server/config';
import { now, type OpenDatabase } from '@server/db/database';
import { openPGlite } from '@server/db/open-pglite';
import { prepareDatabase } from '@server/db/prepare-database';
import { contents, questionSets, textPictures, trash } from '@server/db/schema';
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
/** Returns the HTTP status of a call: 200, or that of its refusal; 503 only with a time after which to ask again. */
async function statusOf(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 503) expect(error.extras.retryAfterSeconds).toBeGreaterThan(0);
    return error.status;
  }
}
const idOf = async (name: string): Promise<string> => {
  const [row] = await opened.database.select({ id: contents.id }).from(contents).where(eq(contents.fileName, name));
  return row?.id ?? '';
};
const roles = ['STUDENT', 'STAFF', 'TEACHER', 'ADMIN'] as const;

/**
 * Returns how a picture is answered: at its plain URL, by id to each role, and whether students have it in their list.
 */
async function see(name: string) {
  const config = { ...readConfig({}), log: 'off' as const, appDir: join(folder, 'no-app') };
  const services = { config, database: opened.database, signingKey: 'x', hasDiskSpaceFor: () => true, fileKey: 'x' };
  const app = createApp(services);
  const id = await idOf(name);
  const plain = await app.request(`/files/pub-container/${name}`);
  expect(plain.headers.has('Retry-After')).toBe(plain.status === 503);
  const byRole: number[] = [];
  for (const role of roles) byRole.push(await statusOf(findContentUrl(opened.database, role, id, 'x')));
  // The URL for staff opens the file whether or not it is published.
  const url = await findContentUrl(opened.database, 'STAFF', id, 'x');
  expect((await app.request(url)).status).toBe(200);
  const { items } = await listContents(opened.database, 'STUDENT', {}, { limit: 200, offset: 0 });
  return { plain: plain.status, byRole, isListed: items.some((item) => item.id === id) };
}
const published = { plain: 200, byRole: [200, 200, 200, 200], isListed: true };
const draft = { plain: 404, byRole: [404, 200, 200, 200], isListed: false };
const unknown = { plain: 503, byRole: [503, 200, 200, 200], isListed: false };
const remove = async (name: string) => statusOf(deleteContent(opened.database, await idOf(name)));

test('until all published texts are scanned, a picture that none is known to show is 503 for students, and nothing is deleted', async () => {
  await putPicture('nowhere.png');
  expect(await see('nowhere.png')).toEqual(unknown);
  await scanNextTexts(opened.database);
  expect(await see('nowhere.png')).toEqual(unknown);
  expect(await remove('nowhere.png')).toBe(503);

  await readAll();
  expect(await see('nowhere.png')).toEqual(draft);
  expect(await see('git-img-areas.webp')).toEqual(published);
  expect(await remove('git-img-areas.webp')).toBe(409);
  expect(await remove('nowhere.png')).toBe(200);
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
  await vi.waitFor(async () => expect(await countRead()).toBe(all));
  await stop();
});

test('a text that an older version saved is scanned again, and its pictures are closed until then', async () => {
  await readAll();
  const picture = await putPicture('by-older-server.png');
  expect(await see('by-older-server.png')).toEqual(draft);

  await opened.database
    .update(contents)
    .set({ bytes: bytes(`![図](content:${picture})`), updatedAt: sql`${contents.updatedAt} + interval '1 second'` })
    .where(eq(contents.id, 'security-why-md'));
  expect(await see('by-older-server.png')).toEqual(unknown);
  expect(await see('git-img-areas.webp')).toEqual(published);
  expect(await readAll()).toBe(1);
  expect(await see('by-older-server.png')).toEqual(published);
});

test('pictures of a draft that is not scanned yet stay hidden from students, and are not deleted', async () => {
  await readAll();
  await putPicture('of-a-draft.png');
  await opened.database.delete(textPictures).where(eq(textPictures.textId, 'onboarding-first-day-md'));

  expect(await see('of-a-draft.png')).toEqual(draft);
  expect(await remove('of-a-draft.png')).toBe(503);
  await readAll();
  expect(await remove('of-a-draft.png')).toBe(200);
});

test('pictures of question sets that an older version moved to the trash are found there, and are not deleted', async () => {
  await readAll();
  const picture = await putPicture('of-old-trash.png');
  const question = { id: 'q', type: 'text', body: `![図](content:${picture})`, choices: [], acceptedAnswers: ['答'] };
  const set = { id: 'old-set', title: '古い問題', lesson_id: 'security-why', order: 0, questions: [question] };
  const rows = { courses: [], sections: [], chapters: [], lessons: [], question_sets: [set] };
  const row = { id: 'old-trash', kind: 'question-set', subjectId: set.id, title: set.title, parentId: 'security-why' };
  const place = { parents: [], siblings: [set.id], deletedBy: 'user-staff', contentIds: [], textIds: [set.id] };
  const values = { ...row, ...place, kind: 'question-set', deletedAt: now, rowsVersion: 1, rows } as const;
  await opened.database.insert(trash).values(values);

  expect(await remove('of-old-trash.png')).toBe(503);
  expect(await readAll()).toBe(1);
  expect(await remove('of-old-trash.png')).toBe(409);
  expect(await see('of-old-trash.png')).toEqual(draft);
  await opened.database.delete(trash);
  expect(await remove('of-old-trash.png')).toBe(200);
});

test('what lay in the trash for 30 days is deleted without another deletion, also while the server runs on', async () => {
  const lie = (id: string, days: number) =>
    opened.database.execute(sql`insert into trash
      (id, kind, subject_id, title, parents, siblings, deleted_at, deleted_by, rows_version, rows, content_ids, text_ids)
      values (${id}, 'course', ${id}, '', '[]', '{}', now() - make_interval(days => ${days}), '', 1, '{"question_sets":[]}', '{}', '{}')`);
  const left = async () => (await opened.database.select({ id: trash.id }).from(trash)).map(({ id }) => id);
  await lie('young', 29);
  await lie('old', 30);

  const stops = [scheduleTextScan(opened.database, 20), scheduleTextScan(opened.database, 20)];
  await vi.waitFor(async () => expect(await left()).toEqual(['young']));
  await lie('older', 31);
  await vi.waitFor(async () => expect(await left()).toEqual(['young']));
  await Promise.all(stops.map((stop) => stop()));
  await opened.database.delete(trash);
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
  await vi.waitFor(async () => expect(await countRead()).toBe(all));
  await stop();
});
