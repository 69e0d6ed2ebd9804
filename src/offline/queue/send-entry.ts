/** Sends one queued call and classifies its answer. */
import { dialect } from '@/api/dialects/none';
import { createSubmit, markLessonRead } from '@/api/learner-calls';
import { ApiError, NetworkError, toApiError, TranslationError, UnexpectedAnswerError } from '@/api/network/errors';
import { headOf, isOk, parseJson, readRetryAfter } from '@/api/network/server-answer';
import { refreshSession } from '@/api/network/token-refresh';
import { type CallRequest, send } from '@/api/network/transport';
import { unlessAborted } from '@/api/network/unless-aborted';
import { anySignal } from '@/lib/browser-gaps';
import { REQUEST_TIMEOUT_MS } from '@/lib/constants';
import type { Session } from '@/session/session';
import { now } from '@/storage/now';

import { isEchoOf, isReceiptFor, receivedAtOf } from './acknowledgement';
import { classify, type ServerAnswer, type Verdict } from './classify';
import type { QueuedEntry, Receipt } from './entries';
import { isStillQueued } from './entry-transitions';
import { readCallAnswer } from './queued-calls';
import { checkServer } from './server-check';
import { claim } from './undo';

/** The state of the run that sends a call. */
export interface SendContext {
  place: 'page' | 'worker';
  /** Aborted when the run must release the lock: the request in flight is aborted and nothing more is sent. */
  signal: AbortSignal;
}

/**
 * Returns the request of a call (specification §7). The request for a read lesson carries the time of reading, by the
 * server's clock, if the server knows it.
 */
export function requestOf({ call, queuedAt }: Pick<QueuedEntry, 'call' | 'queuedAt'>, server?: Session): CallRequest {
  switch (call.kind) {
    case 'lesson-read':
      return markLessonRead(call.lessonId, queuedAt, server);
    case 'answer-submit':
      return createSubmit(call.submit);
  }
}

function receiptOf(entry: QueuedEntry, body: unknown, date: string | null): Receipt {
  const parsed = readCallAnswer(entry.call.kind, body);
  const sentAt = Date.parse(date ?? '');
  const told = receivedAtOf(parsed) ?? (Number.isNaN(sentAt) ? undefined : new Date(sentAt).toISOString());
  return {
    receivedAt: told ?? new Date(now()).toISOString(),
    byServer: told !== undefined,
    answer: parsed,
    ...(isEchoOf(entry.call, body) && { isEchoed: true }),
  };
}

/** Reads an answer. @param timeLimit aborts reading the body, too. */
async function readServerAnswer(entry: QueuedEntry, response: Response, timeLimit: AbortSignal): Promise<ServerAnswer> {
  const { headers, status } = response;
  const text = await unlessAborted(response.text(), timeLimit);
  const json = parseJson(text);
  const isReceipt = isReceiptFor(entry.call, json);
  const isOther = json === undefined || (entry.call.kind === 'lesson-read' && !isReceipt);
  return {
    ...headOf(response),
    body: text.trim() === '' ? 'empty' : isOther ? 'other' : 'json',
    json,
    receipt: isReceipt ? receiptOf(entry, json, headers.get('Date')) : undefined,
    reason: isOk(status) ? '' : toApiError(status, json).message,
    retryAfterMs: readRetryAfter(headers, now()),
  };
}

function verdictOn(entry: QueuedEntry, answer: ServerAnswer | undefined): Verdict {
  return classify(answer, { attempts: entry.attempts, now: now(), random: Math.random() });
}

/**
 * Returns the verdict on a call that the dialect could not translate, or on a call whose response it could not
 * translate.
 */
async function verdictOnUntranslated(
  entry: QueuedEntry,
  { answer, isOfFurtherGet, message }: TranslationError,
  timeLimit: AbortSignal,
): Promise<Verdict> {
  if (!answer) return isOfFurtherGet ? { kind: 'stop' } : { kind: 'unsent', reason: message };
  // Repeating a read lesson changes nothing: any 2xx acknowledges it, in whatever form (acknowledgement.ts).
  if (entry.call.kind === 'lesson-read') return verdictOn(entry, await readServerAnswer(entry, answer, timeLimit));
  // The server may have recorded the submit, and not every server recognises a repeat: only the learner sends it again.
  return { kind: 'refuse', status: answer.status, reason: message, isBlocked: true };
}

async function sendOnce(entry: QueuedEntry, session: Session, signal: AbortSignal): Promise<Verdict> {
  const { method, path, json } = requestOf(entry, session);
  const timeLimit = anySignal([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
  try {
    const response = await send(path, { method, json, signal }, session);
    return verdictOn(entry, await readServerAnswer(entry, response, timeLimit));
  } catch (error) {
    signal.throwIfAborted();
    if (dialect && error instanceof TranslationError) return verdictOnUntranslated(entry, error, timeLimit);
    // A body that was cut off counts as no answer. The call is sent again, and the server recognises the repetition.
    if (error instanceof Error || error instanceof DOMException) return verdictOn(entry, undefined);
    throw error;
  }
}

/** Sends once. A gateway may refuse like the API does, so the server is checked before a refusal counts. */
async function sendChecked(entry: QueuedEntry, session: Session, signal: AbortSignal): Promise<Verdict> {
  const verdict = await sendOnce(entry, session, signal);
  if (verdict.kind !== 'refuse' || verdict.isBlocked) return verdict;
  return (await checkServer(session, signal)).isReachable ? verdict : { kind: 'portal', status: verdict.status };
}

/** Refreshes the access token. Returns the new session, or the verdict on the call when that fails. */
async function refresh(entry: QueuedEntry, session: Session): Promise<Session | Verdict> {
  try {
    return (await refreshSession(session)) ?? { kind: 'session' };
  } catch (error) {
    if (error instanceof NetworkError) return { kind: 'stop' };
    if (error instanceof UnexpectedAnswerError) return { kind: 'portal', status: 0 };
    // The refresh was postponed: treat the call as if the server had answered 503.
    if (error instanceof ApiError) {
      return verdictOn(entry, { ...headOf(new Response(null, { status: 503 })), body: 'empty', reason: '' });
    }
    throw error;
  }
}

/**
 * Sends one call with the session's token. In a page a 401 is followed by one refresh and one retry; a worker has no
 * refresh token (docs/security.md, "Sessions").
 *
 * @returns undefined if the call was discarded or taken back before it was sent, or discarded during the refresh.
 * @throws {DOMException} when the device cannot read or store the session, or the signal is aborted.
 */
export async function sendEntry(
  entry: QueuedEntry,
  session: Session,
  { place, signal }: SendContext,
): Promise<Verdict | undefined> {
  signal.throwIfAborted();
  if (!(await claim(entry))) return undefined;
  const verdict = await sendChecked(entry, session, signal);
  // A 401 without the API's error shape may come from a server without error bodies, whose token has expired.
  const isUnclear = verdict.kind === 'portal' && verdict.status === 401;
  if ((verdict.kind !== 'session' && !isUnclear) || place === 'worker') return verdict;
  const renewed = await refresh(entry, session);
  if ('kind' in renewed) return isUnclear ? verdict : renewed;
  signal.throwIfAborted();
  return (await isStillQueued(entry)) ? sendChecked(entry, renewed, signal) : undefined;
}
