/** Tests times that a server sends without a zone: read in the build's zone, sent back as they came. */
import { useNetworkStub } from '@tests/support/network-stub';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';

const network = useNetworkStub();

/** Loads the API's modules as a build with this API_TIME_OFFSET has them; undefined for modules of the server. */
async function buildFor(offset: string | undefined) {
  vi.stubGlobal('__API_TIME_OFFSET__', offset);
  vi.resetModules();
  const { timestampSchema } = await import('@/api/shapes');
  return { read: (time: string) => z.safeParse(timestampSchema, time).data, ...(await import('@/api/lessons')) };
}

describe.each([
  [undefined, 0],
  ['Z', 0],
  ['+09:00', 9],
  ['-03:30', -3.5],
])('with the time offset %s', (offset, hours) => {
  test.each([
    ['2026-11-27T09:51:00', 9 * 60 + 51],
    ['2026-11-27T09:51:00.123456', 9 * 60 + 51],
    ['2026-11-27 09:51', 9 * 60 + 51],
    ['2026-11-27', 0],
  ])('%s, which has no zone, is read in that offset', async (time, minutes) => {
    const read = Date.parse((await buildFor(offset)).read(time) ?? '');

    expect(Math.floor(read / 60_000)).toBe(Date.UTC(2026, 10, 27) / 60_000 + minutes - hours * 60);
  });

  test.each(['2026-11-27T09:51:00Z', '2026-11-27T09:51:00.000+02:00'])(
    '%s, which has a zone, is unchanged',
    async (time) => {
      expect((await buildFor(offset)).read(time)).toBe(time);
    },
  );

  test('a time that was read once, and stored, is not changed when it is read again', async () => {
    const { read } = await buildFor(offset);
    const once = read('2026-11-27T09:51:00');

    expect(read(once ?? '')).toBe(once);
  });

  test.each(['2026-11-27T09:51:00', '2026-11-27T09:51:00.123456', '2026-11-27T09:51:00Z'])(
    'an edit sends the version %s as the server sent it',
    async (updatedAt) => {
      const { fetchLesson, updateLesson } = await buildFor(offset);
      const lesson = {
        id: 'l1',
        courseId: 'c1',
        sectionId: 's1',
        chapterId: 'h1',
        title: '題',
        order: 0,
        questionSets: [],
      };
      network.answer(/lessons/, 200, { ...lesson, updatedAt });

      await updateLesson('l1', { title: '新', updatedAt: (await fetchLesson('l1')).updatedAt });

      expect(JSON.parse(network.sent.at(-1)?.body ?? '')).toEqual({ title: '新', updatedAt });
    },
  );
});

test.each(['2026-11-31T25:00:00', '2026-13-01', '09:51', 'yesterday', ''])('%j is not a timestamp', async (text) => {
  expect((await buildFor('Z')).read(text)).toBeUndefined();
});
