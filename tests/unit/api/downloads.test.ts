/** Tests that downloads time out after 30 s without progress, whatever their total time. */
import { readdirSync, readFileSync } from 'node:fs';

import { beforeEach, describe, expect, test, vi } from 'vitest';

import { download } from '@/api/files/downloads';
import { NetworkError, UnexpectedAnswerError } from '@/api/network/errors';
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

/** The download functions of the page and of the service worker. */
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

test.each(ways)('a stalled download by %s times out after 30 s, not before', async (_, ask) => {
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

test.each(ways)('a download that breaks off causes an error in %s', async (_, ask) => {
  const server = startServer();
  const failure = ask().catch((error: unknown) => error);
  server.send('あ');
  await vi.advanceTimersByTimeAsync(0);
  server.breakOff();

  expect(await failure).toBeInstanceOf(Error);
  expect(vi.getTimerCount()).toBe(0);
});

test('a download reports its progress, and an aborted one rejects with the abort’s reason', async () => {
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

describe('behind a sign-in proxy', () => {
  const OWN = 'https://app.example';
  beforeEach(() => vi.stubGlobal('location', new URL(OWN)));

  test('no request of page or service worker overrides `credentials`, so that cookies go to the app’s own host only', () => {
    const files = ['src', 'sw'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    );
    const sources = files.filter((path) => /\.tsx?$/.test(path));

    expect(sources.filter((path) => /credentials: '(omit|include)'/.test(readFileSync(path, 'utf8')))).toEqual([]);
  });

  /** Stubs a host that redirects to another host, as a browser reports it. */
  function redirectElsewhere() {
    const fetch = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>(async (_url, init) => {
      if (init?.redirect !== 'manual') throw new TypeError('Failed to fetch');
      return { type: 'opaqueredirect', status: 0 } as Response;
    });
    vi.stubGlobal('fetch', fetch);
    return fetch;
  }

  test('fault: the app’s own host redirects a file to another host → the response counts as a captive portal’s', async () => {
    redirectElsewhere();

    await expect(download(`${OWN}/files/a.md`, {})).rejects.toBeInstanceOf(UnexpectedAnswerError);
  });

  test('fault: the download of a file from another host fails → this counts as a network failure, without a second request', async () => {
    const fetch = redirectElsewhere();

    await expect(download(URL_OF_FILE, {})).rejects.toBeInstanceOf(NetworkError);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test('fault: the app’s own host does not answer for a file → this counts as a network failure', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));

    await expect(download(`${OWN}/files/a.md`, {})).rejects.toBeInstanceOf(NetworkError);
  });
});
