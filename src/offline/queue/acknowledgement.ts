/**
 * Reads from a 2xx answer if the server acknowledges a call, when it received the call and under which id. Kept apart
 * from queued-calls.ts, which is in the first load of the app.
 */
import * as z from 'zod/mini';

import { isPortalBody } from '@/api/network/server-answer';
import { idSchema } from '@/api/shapes';

import { isDoneBy, type QueuedCall, type readCallAnswer } from './queued-calls';

/**
 * An answer acknowledges a submit if it has the submit's `clientSubmitId`, or an id and a score. Any other 2xx may come
 * from a proxy.
 */
const acknowledgementSchema = z.object({
  clientSubmitId: z.optional(z.nullable(z.string())),
  id: z.optional(idSchema),
  score: z.optional(z.number()),
});

/**
 * Returns true if a 2xx answer acknowledges the call (docs/decisions/0022). Any 2xx but a portal's JSON acknowledges a
 * read lesson: sending that call again changes nothing, and reconciliation compares the receipt with the server's
 * progress.
 */
export function isReceiptFor(call: QueuedCall, body: unknown): boolean {
  if (call.kind === 'lesson-read') return !isPortalBody(body, isDoneBy(call, body));
  const parsed = z.safeParse(acknowledgementSchema, body);
  if (!parsed.success) return false;
  const { clientSubmitId, id, score } = parsed.data;
  if (clientSubmitId == null) return id !== undefined && score !== undefined;
  return clientSubmitId.toLowerCase() === call.submit.clientSubmitId.toLowerCase();
}

/**
 * Returns true if the answer to a submit repeats its `clientSubmitId`. Such a server deduplicates, so a received submit
 * may be sent to it again.
 */
export function isEchoOf(call: QueuedCall, body: unknown): boolean {
  const parsed = z.safeParse(acknowledgementSchema, body);
  const echoed = parsed.success ? parsed.data.clientSubmitId?.toLowerCase() : undefined;
  return call.kind === 'answer-submit' && echoed === call.submit.clientSubmitId.toLowerCase();
}

/**
 * Returns when the server received the call, if its answer says so. A lesson's `readAt` does not count: it is the time
 * of the first reading, which may have happened months ago on another device.
 */
export function receivedAtOf(answer: ReturnType<typeof readCallAnswer>): string | undefined {
  return answer && 'receivedAt' in answer ? answer.receivedAt : undefined;
}
