/** How the worker asks the network for what is studied: given up after 30 s without progress (specification §9). */
import { readWhole, watchForStall } from '@/api/downloads';

export interface StreamedAnswer {
  response: Response;
  /** Settles when all of it has come, or it broke off. */
  body: Promise<ArrayBuffer>;
}

/**
 * Sends a request.
 *
 * @param send sends what it is given.
 * @returns as soon as the answer begins.
 * @throws what `send` throws; an AbortError after 30 s without an answer.
 */
export async function fetchWithStallTimeout(
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<StreamedAnswer> {
  const stall = watchForStall();
  const signal = AbortSignal.any([request.signal, stall.signal]);
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
