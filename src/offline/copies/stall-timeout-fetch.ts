/**
 * The worker's fetch for cached content, aborted after 30 s without progress (specification §9), through the dialect.
 */
import { seam } from '@/api/dialect/seam';
import { readWhole, watchForStall } from '@/api/files/downloads';
import { TranslationError } from '@/api/network/errors';
import { anySignal } from '@/lib/browser-gaps';

import type { StudyRead } from './study-cache';

export interface StreamedAnswer {
  response: Response;
  /** Resolves when the whole body has arrived or the transfer was cut off. */
  body: Promise<ArrayBuffer>;
}

type Send = (request: Request) => Promise<Response>;

/** Returns `send`, for requests to the API through the dialect. */
export function translating(type: StudyRead['type'], send: Send): Send {
  const { answer } = seam ?? {};
  return answer && type === 'api' ? (request) => answer(request, send) : send;
}

/** Returns the response that the dialect could not translate, as the server sent it; undefined for any other error. */
export function untranslatedIn(error: unknown): Response | undefined {
  return seam && error instanceof TranslationError ? (error.answer ?? Response.error()) : undefined;
}

/**
 * Sends a request with a stall timeout.
 *
 * @param send fetches the request.
 * @returns as soon as the response's headers have arrived.
 * @throws the error of `send`; an AbortError after 30 s without a response.
 */
export async function fetchWithStallTimeout(request: Request, send: Send): Promise<StreamedAnswer> {
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
