/** File downloads: without the bearer header, aborted after 30 s without progress (specification §9). */
import { NetworkError, UnexpectedAnswerError } from '@/api/network/errors';
import { unlessAborted } from '@/api/network/unless-aborted';
import { anySignal } from '@/lib/browser-gaps';
import { TRANSFER_STALL_MS } from '@/lib/constants';

export interface DownloadOptions extends Pick<RequestInit, 'cache' | 'headers'> {
  signal?: AbortSignal;
  /** Progress callback: gets the number of bytes received so far, after each chunk. */
  onBytes?: (bytes: number) => void;
}

/** Returns a signal that aborts after 30 s without a call of `noteProgress`. */
export function watchForStall() {
  const stalled = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const noteProgress = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stalled.abort(), TRANSFER_STALL_MS);
  };
  noteProgress();
  return { signal: stalled.signal, noteProgress, stop: () => clearTimeout(timer) };
}

function join(chunks: readonly Uint8Array<ArrayBuffer>[], size: number): ArrayBuffer {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole.buffer;
}

/**
 * Reads a response's body to its end.
 *
 * @param onChunk called with the size of each chunk, bytes.
 * @throws the signal's reason when aborted; without this check, reading a body may never settle after an abort.
 */
export function readWhole(
  { body }: Response,
  signal: AbortSignal,
  onChunk: (size: number) => void,
): Promise<ArrayBuffer> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  async function read(): Promise<ArrayBuffer> {
    const reader = body?.getReader();
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      chunks.push(next.value);
      size += next.value.length;
      onChunk(next.value.length);
    }
    return join(chunks, size);
  }
  return unlessAborted(read(), signal);
}

/**
 * Returns whether the app's own host redirects the request for a file, as only a sign-in proxy or a captive portal
 * does. The browser reports a redirect to another host without CORS as a network failure.
 */
async function isRedirected(url: string, signal: AbortSignal): Promise<boolean> {
  if (new URL(url).origin !== globalThis.location.origin) return false;
  const answer = await fetch(url, { redirect: 'manual', cache: 'no-store', signal }).catch(() => undefined);
  return answer?.type === 'opaqueredirect';
}

/**
 * Downloads a file. Only the app's own host gets cookies, which a sign-in proxy in front of it needs.
 *
 * @returns the response and its body.
 * @throws {NetworkError} when no response came, or no progress for 30 s; {UnexpectedAnswerError} when a portal
 * answered; the signal's reason when aborted.
 */
export async function download(url: string, { signal, onBytes, ...init }: DownloadOptions) {
  const stall = watchForStall();
  const either = signal ? anySignal([signal, stall.signal]) : stall.signal;
  let bytes = 0;
  try {
    const response = await fetch(url, { ...init, signal: either });
    const body = await readWhole(response, either, (size) => {
      stall.noteProgress();
      onBytes?.((bytes += size));
    });
    return { response, body };
  } catch (error) {
    signal?.throwIfAborted();
    if (await isRedirected(url, either)) {
      throw new UnexpectedAnswerError(`A redirect of ${url}`, { cause: error, gateway: 'portal' });
    }
    throw new NetworkError('No answer from the content host', { cause: error });
  } finally {
    stall.stop();
  }
}
