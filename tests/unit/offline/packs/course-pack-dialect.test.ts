/**
 * Tests saved courses when a dialect comes, changes and goes: every lesson opens meanwhile, and 更新 fetches copies of
 * another version again.
 */
import { beforeEach, expect, test, vi } from 'vitest';

import type { Dialect } from '@/api/dialect/dialect';
import { DIALECT_HEADER } from '@/api/shapes';
import { checkPack } from '@/offline/packs/course-pack-check';
import { openStudyCache } from '@/offline/packs/course-pack-records';

import type { PackServer } from '../support/pack-server';
import { beginPacks, owner, save, standing } from '../support/packs';

const chosen = vi.hoisted(() => ({ dialect: { version: '1' } as Dialect | undefined }));
const ours = chosen.dialect;
vi.mock('@/api/dialects/none', () => chosen);

/** Builds with this version of the dialect; undefined for a build without one. */
function build(version: string | undefined): void {
  chosen.dialect = version === undefined ? undefined : ours;
  Object.assign(ours ?? {}, { version });
}

let server: PackServer;
beforeEach(async () => {
  build(undefined);
  ({ server } = await beginPacks());
  await save();
});

async function expectWhole(): Promise<void> {
  expect((await checkPack(owner, 'c1')).faults).toEqual([]);
  expect(await standing()).toBe('saved');
}

/** Presses 更新. @returns the API's paths that were requested, and the versions of the dialect in its copies */
async function update(): Promise<{ asked: string[]; versions: (string | null)[] }> {
  const before = server.requests.length;
  await save();
  const cache = await openStudyCache(owner);
  const stored = await cache.keys();
  const copies = await Promise.all(stored.filter(({ url }) => url.includes('/api/v1/')).map((key) => cache.match(key)));
  const asked = server.requests.slice(before).filter((path) => !path.startsWith('/files/'));
  return { asked, versions: [...new Set(copies.map((copy) => copy?.headers.get(DIALECT_HEADER) ?? null))] };
}

test('a course that was saved before there was a dialect opens in a build with one, and 更新 fetches all of it again', async () => {
  build('1');
  await expectWhole();

  const { asked, versions } = await update();

  expect(asked).toEqual(expect.arrayContaining(['/courses/c1', '/lessons/l1', '/question-set/q-l3/explanation']));
  expect(versions).toEqual(['1']);
  await expectWhole();
});

test('a course that was saved behind a dialect opens in a build without one, and 更新 fetches nothing but its outline', async () => {
  build('1');
  await update();

  build(undefined);

  await expectWhole();
  expect((await update()).asked).toEqual(['/courses/c1']);
  await expectWhole();
});
