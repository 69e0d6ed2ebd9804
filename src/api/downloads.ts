/** Downloads of files: without the bearer header, and given up after 30 s without progress (specification §9). */
import { TRANSFER_STALL_MS } from '@/constants';

import { NetworkError } from './errors';
import { unlessAborted } from './unless-aborted';

export interface DownloadOptions extends Pick<RequestInit, 'cache' | 'headers'> {
  signal?: AbortSignal;
  /** Called with the bytes that have come, whenever some have. */
  onBytes?: (bytes: number) => void;
}

/** Aborts its signal once nothing has happened for 30 s. */
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

/**
 * Reads a body to its end.
 *
 * @param onChunk called with the size of each piece.
 * @throws the signal's reason when it is aborted, which a body by itself need not notice.
 */
export function readWhole(
  { body }: Response,
  signal: AbortSignal,
  onChunk: (size: number) => void,
): Promise<ArrayBuffer> {
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      onChunk(chunk.length);
      controller.enqueue(chunk);
    },
  });
  return unlessAborted(new Response(body?.pipeThrough(counter)).arrayBuffer(), signal);
}

/**
 * Downloads a file whole.
 *
 * @returns the answer, and its body, which is read.
 * @throws {NetworkError} when no answer came, or it made no progress for 30 s; the signal's reason when aborted.
 */
export async function download(url: string, { signal, onBytes, ...init }: DownloadOptions) {
  const stall = watchForStall();
  const either = signal ? AbortSignal.any([signal, stall.signal]) : stall.signal;
  let bytes = 0;
  try {
    const response = await fetch(url, { ...init, credentials: 'omit', signal: either });
    const body = await readWhole(response, either, (size) => {
      stall.noteProgress();
      onBytes?.((bytes += size));
    });
    return { response, body };
  } catch (error) {
    signal?.throwIfAborted();
    throw new NetworkError('No answer from the content host', { cause: error });
  } finally {
    stall.stop();
  }
}
