/** Sends one waiting call and says what its answer means. */
import { ApiError, NetworkError, toApiError, UnexpectedAnswerError } from '@/api/errors';
import { headOf, readRetryAfter } from '@/api/server-answer';
import { createSubmit, markLessonRead } from '@/api/study-records';
import { refreshSession } from '@/api/token-refresh';
import { type CallRequest, send } from '@/api/transport';
import type { Session } from '@/session/session';
import { now } from '@/storage/now';

import { type Answer, type AnswerContext, type Meaning, meaningOf } from './answers';
import type { QueuedEntry, Receipt } from './entries';
import { isStillQueued } from './outcomes';
import { isReceiptFor, readCallAnswer, type QueuedCall, receivedAtOf } from './queued-calls';

/** What is to be done about a call after its answer; a refusal with the server's words. `gone`: it was thrown away meanwhile. */
export type Verdict =
  | { kind: 'gone' }
  | Exclude<Meaning, { kind: 'receipt' | 'refuse' | 'refresh' }>
  | { kind: 'receipt'; receipt: Receipt }
  | { kind: 'refuse'; status: number; reason: string };

/** What came instead of the server's answer: its status, 0 for none; undefined when the server has answered. */
export function statusOfStop(verdict: Verdict): number | undefined {
  if (verdict.kind === 'stop') return 0;
  const isStop = verdict.kind === 'portal' || (verdict.kind === 'postpone' && verdict.pausesAll);
  return isStop ? verdict.status : undefined;
}

/** How a call is sent (specification §7). */
export function requestOf(call: QueuedCall): CallRequest {
  switch (call.kind) {
    case 'lesson-read':
      return markLessonRead(call.lessonId);
    case 'answer-submit':
      return createSubmit(call.submit);
  }
}

interface Exchange {
  answer: Answer;
  body?: unknown;
  /** The server's clock. */
  date?: string | null;
}

/** The body as JSON, and whether it is any. */
function readBody(text: string): { kind: 'empty' | 'json' | 'other'; body?: unknown } {
  if (text.trim() === '') return { kind: 'empty' };
  try {
    return { kind: 'json', body: JSON.parse(text) };
  } catch {
    return { kind: 'other' };
  }
}

async function exchange(entry: QueuedEntry, session: Session): Promise<Exchange> {
  const { method, path, json } = requestOf(entry.call);
  try {
    const response = await send(path, { method, json }, session);
    const { kind, body } = readBody(await response.text());
    const answer: Answer = {
      ...headOf(response),
      kind: 'answer',
      body: kind,
      isReceipt: isReceiptFor(entry.call, body),
      retryAfterMs: readRetryAfter(response.headers, now()),
    };
    return { answer, body, date: response.headers.get('Date') };
  } catch (error) {
    // Also when the body broke off: whatever it was, nobody has read it. The server recognises a repeated call.
    if (error instanceof Error || error instanceof DOMException) return { answer: { kind: 'none' } };
    throw error;
  }
}

function receiptOf(entry: QueuedEntry, { body, date }: Exchange): Receipt {
  const parsed = readCallAnswer(entry.call.kind, body);
  const sentAt = Date.parse(date ?? '');
  const told = receivedAtOf(parsed) ?? (Number.isNaN(sentAt) ? undefined : new Date(sentAt).toISOString());
  return { receivedAt: told ?? new Date(now()).toISOString(), byServer: told !== undefined, answer: parsed };
}

function contextOf(entry: QueuedEntry, place: AnswerContext['place'], isRefreshed: boolean): AnswerContext {
  return { place, isRefreshed, attempts: entry.attempts, now: now(), random: Math.random() };
}

/** Sends once; undefined when the access token must be refreshed first. */
async function sendOnce(entry: QueuedEntry, session: Session, place: AnswerContext['place'], isRefreshed: boolean) {
  const exchanged = await exchange(entry, session);
  const meaning = meaningOf(exchanged.answer, contextOf(entry, place, isRefreshed));
  if (meaning.kind === 'refresh') return undefined;
  if (meaning.kind === 'receipt') return { kind: 'receipt', receipt: receiptOf(entry, exchanged) } satisfies Verdict;
  if (meaning.kind !== 'refuse') return meaning satisfies Verdict;
  return { ...meaning, reason: toApiError(meaning.status, exchanged.body).message } satisfies Verdict;
}

/** A new access token, or why there is none. */
async function refresh(entry: QueuedEntry, session: Session): Promise<Session | Verdict> {
  try {
    return (await refreshSession(session)) ?? { kind: 'session' };
  } catch (error) {
    if (error instanceof NetworkError) return { kind: 'stop' };
    if (error instanceof UnexpectedAnswerError) return { kind: 'portal', status: 0 };
    // The refresh itself was put off: the call waits as if it had been told so.
    if (error instanceof ApiError) {
      const answer: Answer = { kind: 'answer', status: 503, contentType: '', isRedirect: false };
      return meaningOf(answer, contextOf(entry, 'worker', true)) as Verdict;
    }
    throw error;
  }
}

/**
 * Sends one call with the session's token; in a page, a 401 is followed by one refresh and one retry (docs/security.md, "Sessions").
 *
 * @throws {DOMException} when the device cannot read or store the session.
 */
export async function sendEntry(entry: QueuedEntry, session: Session, place: 'page' | 'worker'): Promise<Verdict> {
  const first = await sendOnce(entry, session, place, false);
  if (first) return first;
  const renewed = await refresh(entry, session);
  if ('kind' in renewed) return renewed;
  if (!(await isStillQueued(entry))) return { kind: 'gone' };
  return (await sendOnce(entry, renewed, place, true)) ?? { kind: 'session' };
}
