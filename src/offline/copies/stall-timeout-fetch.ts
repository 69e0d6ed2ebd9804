/** The worker's fetch for cached content, aborted after 30 s without progress (specification §9). */
import { readWhole, watchForStall } from '@/api/downloads';
import { anySignal } from '@/lib/any-signal';

export interface StreamedAnswer {
  response: Response;
  /** Resolves when the whole body has arrived or the transfer was cut off. */
  body: Promise<ArrayBuffer>;
}

/**
 * Sends a request with a stall timeout.
 *
 * @param send fetches the request.
 * @returns as soon as the response's headers have arrived.
 * @throws the error of `send`; an AbortError after 30 s without a response.
 */
export async function fetchWithStallTimeout(
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<StreamedAnswer> {
  const stall = watchForStall();
  const signal = anySignal([request.signal, stall.signal]);
  try {
    const response = await send(new Request(request, { signal }));
    stall.noteProgress();
    const body = readWhole(response.clone(), signal, stall.noteProgress).finally(stall.stop);
    body.catch(() => undefined);
    return { response, body };
  } catch (error) {
    stall.stop();
    throw error;
  }
}
