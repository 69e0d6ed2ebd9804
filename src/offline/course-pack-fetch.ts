/** Asks the network for the parts of a pack, past the worker; politely where the server is busy. */
import { sendAs } from '@/api/client';
import { NetworkError } from '@/api/errors';
import { TRANSFER_STALL_MS } from '@/constants';
import { apiHost } from '@/session/api-host';
import type { PackNews } from '@/storage/news';

import type { PackPart } from './course-pack-parts';
import { PartFault } from './course-pack-walk';
import { type StudyRead, studyReadAt } from './study-cache';
import { isServersWord } from './study-copy';
import { unlessAborted } from './unless-aborted';

/**
 * Why saving stops before its end; what is kept stays. `portal`: another answers in the server's place. `session`: nobody
 * is signed in, or somebody else. `server`: it is busy. `gone`: it does not give the course any more. `full`: no room.
 */
export type StopReason = NonNullable<PackNews['reason']>;

/** Saving cannot go on now. */
export class PackStop extends Error {
  override readonly name = 'PackStop';
  constructor(
    readonly reason: StopReason,
    options?: ErrorOptions,
  ) {
    super(`Saving the pack stopped: ${reason}`, options);
  }
}

/** Waits before the second, third and fourth asking, in ms; each up to half as long again. */
const RETRY_MS = [1000, 3000, 8000];
const MOST_RETRY_AFTER_MS = 60_000;

const busyStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);

function retryAfter(response: Response): number {
  const seconds = Number(response.headers.get('Retry-After') ?? '');
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, MOST_RETRY_AFTER_MS) : 0;
}

/** Resolves after `ms`. @throws the signal's reason when aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}

function join(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** A body, given up after 30 s without a byte; `response.blob()` would wait for ever, or cut a slow one off. */
async function readBody(response: Response, stalled: AbortController): Promise<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  for (;;) {
    const timer = setTimeout(() => stalled.abort(), TRANSFER_STALL_MS);
    const { done, value } = (await (reader &&
      unlessAborted(reader.read(), stalled.signal).finally(() => clearTimeout(timer)))) ?? { done: true };
    if (done || !value) return join(chunks);
    chunks.push(value);
  }
}

/** Whether a host that was asked with CORS answers at all: then it is CORS that is missing. */
async function answersWithoutCors(url: string, signal: AbortSignal): Promise<boolean> {
  if (new URL(url).origin === globalThis.location.origin) return false;
  try {
    await fetch(url, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal });
    return true;
  } catch {
    return false;
  }
}

async function fetchFile({ url, type }: PackPart, signal: AbortSignal): Promise<Response> {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(), TRANSFER_STALL_MS);
  try {
    const headers: HeadersInit = type === 'markdown' ? { Accept: 'text/markdown' } : {};
    const both = AbortSignal.any([signal, stalled.signal]);
    const response = await fetch(url, { credentials: 'omit', cache: 'no-store', headers, signal: both });
    clearTimeout(timer);
    if (response.redirected) throw new PackStop('portal');
    const body = await readBody(response, stalled);
    return new Response(body, { status: response.status, headers: response.headers });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PackStop) throw error;
    if (type === 'image' && (await answersWithoutCors(url, signal))) throw new PartFault('cors');
    throw new NetworkError('No answer from the content host', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function fetchOnce(owner: string, part: PackPart, signal: AbortSignal): Promise<Response> {
  if (part.type !== 'api') return fetchFile(part, signal);
  const path = part.url.slice(`${apiHost()}/api/v1`.length);
  const response = await sendAs(owner, path, { signal, cache: 'no-store' });
  if (!response) throw new PackStop('session');
  return response;
}

/** What an answer means that is not busy. @throws {PartFault} for this part, {PackStop} for all. */
function judge(response: Response, read: StudyRead): Response {
  if (!isServersWord(response, read)) {
    const isRefusal = read.type !== 'api' && [403, 404, 410].includes(response.status);
    if (!isRefusal) throw new PackStop('portal');
  }
  if (response.status === 200) return response;
  if (response.status === 401) throw new PackStop('session');
  throw new PartFault(response.status === 403 ? 'refused' : 'gone');
}

/**
 * Fetches one part for an owner.
 *
 * @throws {PartFault} when the server refuses it, or its host lets nobody keep it; {PackStop} when there is no network
 * (or a portal's), no session, or the server is busy four times; the signal's reason when aborted.
 */
export async function fetchPart(owner: string, part: PackPart, signal: AbortSignal): Promise<Response> {
  for (const [index, wait] of [...RETRY_MS, 0].entries()) {
    let response: Response;
    try {
      response = await unlessAborted(fetchOnce(owner, part, signal), signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof NetworkError) throw new PackStop('network', { cause: error });
      throw error;
    }
    if (!busyStatuses.has(response.status)) return judge(response, studyReadAt(part.url, part.type));
    if (index < RETRY_MS.length) await pause(Math.max(retryAfter(response), wait * (1 + Math.random() / 2)), signal);
  }
  throw new PackStop('server');
}
