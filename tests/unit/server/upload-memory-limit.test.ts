/** Tests the upload memory limit: bytes in progress, FIFO order, and the timeout of the queue. */
import { createUploadMemoryLimit } from '@server/api/http/upload-memory-limit';
import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => void vi.useFakeTimers());

/** Simulates uploads that end on demand, and lists the running ones. */
function makeWorks(withMemory: ReturnType<typeof createUploadMemoryLimit>) {
  const inside = new Map<string, () => void>();
  const enter = (name: string, bytes: number) =>
    withMemory(bytes, () => new Promise<string>((done) => inside.set(name, () => (inside.delete(name), done(name)))));
  const leave = async (name: string) => {
    inside.get(name)?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { enter, leave, inside: () => [...inside.keys()] };
}

test('uploads start up to the byte limit, and queued ones in order when space is free', async () => {
  const { enter, leave, inside } = makeWorks(createUploadMemoryLimit(10, 1000));
  const works = [enter('a', 6), enter('b', 4), enter('c', 5), enter('d', 1)];
  await vi.advanceTimersByTimeAsync(0);
  expect(inside()).toEqual(['a', 'b']);
  await leave('b');
  expect(inside()).toEqual(['a']);
  await leave('a');
  expect(inside()).toEqual(['c', 'd']);
  await leave('c');
  await leave('d');
  expect(await Promise.all(works)).toEqual(['a', 'b', 'c', 'd']);
});

test('an upload that exceeds the memory limit starts when no other runs', async () => {
  const { enter, leave, inside } = makeWorks(createUploadMemoryLimit(10, 1000));
  const works = [enter('large', 50), enter('small', 1)];
  await vi.advanceTimersByTimeAsync(0);
  expect(inside()).toEqual(['large']);
  await leave('large');
  await leave('small');
  expect(await Promise.all(works)).toEqual(['large', 'small']);
});

test('an upload that waits too long is refused with 503, and does not block others', async () => {
  const { enter, leave, inside } = makeWorks(createUploadMemoryLimit(10, 1000));
  const first = enter('a', 8);
  const refused = enter('b', 5).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(500);
  const third = enter('c', 2);
  await vi.advanceTimersByTimeAsync(500);
  expect(await refused).toMatchObject({ status: 503, extras: { retryAfterSeconds: 5 } });
  expect(inside()).toEqual(['a', 'c']);
  await leave('a');
  await leave('c');
  expect(await Promise.all([first, third])).toEqual(['a', 'c']);
});

test('a failed upload releases its bytes', async () => {
  const withMemory = createUploadMemoryLimit(10, 1000);
  await expect(withMemory(10, () => Promise.reject(new Error('broken off')))).rejects.toThrow('broken off');
  expect(await withMemory(10, () => Promise.resolve('next'))).toBe('next');
});
