/** Downloads time out after 30 s without progress, whatever their total time. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { download } from '@/api/downloads';
import { TRANSFER_STALL_MS } from '@/lib/constants';
import { fetchWithStallTimeout } from '@/offline/copies/stall-timeout-fetch';

const URL_OF_FILE = 'https://files.example/a.md';

/** Stubs a file whose bytes the test sends. */
function startServer() {
  let body: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) });
  const signals: (AbortSignal | undefined)[] = [];
  vi.stubGlobal('fetch', async (input: string | Request, init?: RequestInit) => {
    signals.push(input instanceof Request ? input.signal : (init?.signal ?? undefined));
    return new Response(stream);
  });
  return {
    send: (text: string) => body.enqueue(new TextEncoder().encode(text)),
    end: () => body.close(),
    breakOff: () => body.error(new TypeError('network error')),
    isGivenUp: () => signals[0]?.aborted,
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The download functions of the page and of the worker. */
const ways = [
  ['the page', async (signal?: AbortSignal) => (await download(URL_OF_FILE, { signal })).body],
  [
    'the worker',
    async (signal?: AbortSignal) => (await fetchWithStallTimeout(new Request(URL_OF_FILE, { signal }), fetch)).body,
  ],
] as const;

test.each(ways)('a file that arrives slowly for a minute is downloaded completely by %s', async (_, ask) => {
  const server = startServer();
  const asked = ask();
  for (let second = 0; second < 60; second += 1) {
    server.send('あ\n');
    await vi.advanceTimersByTimeAsync(1000);
  }
  server.end();

  expect(new TextDecoder().decode(await asked)).toBe('あ\n'.repeat(60));
});

test.each(ways)('a stalled file times out in %s after 30 s, not before', async (_, ask) => {
  const server = startServer();
  const failure = ask().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(TRANSFER_STALL_MS - 1);
  server.send('あ');
  await vi.advanceTimersByTimeAsync(TRANSFER_STALL_MS - 1);
  expect(server.isGivenUp()).toBe(false);

  await vi.advanceTimersByTimeAsync(1);

  expect(server.isGivenUp()).toBe(true);
  expect(await failure).toBeInstanceOf(Error);
});

test.each(ways)('a file that breaks off causes an error in %s', async (_, ask) => {
  const server = startServer();
  const failure = ask().catch((error: unknown) => error);
  server.send('あ');
  await vi.advanceTimersByTimeAsync(0);
  server.breakOff();

  expect(await failure).toBeInstanceOf(Error);
  expect(vi.getTimerCount()).toBe(0);
});

test('a download reports its progress, and rejects with the reason of an abort', async () => {
  const server = startServer();
  const controller = new AbortController();
  const told: number[] = [];
  const failure = download(URL_OF_FILE, { signal: controller.signal, onBytes: (bytes) => told.push(bytes) }).catch(
    (error: unknown) => error,
  );
  server.send('abc');
  await vi.advanceTimersByTimeAsync(0);
  server.send('de');
  await vi.advanceTimersByTimeAsync(0);
  controller.abort('left');

  expect(await failure).toBe('left');
  expect(told).toEqual([3, 5]);
});
