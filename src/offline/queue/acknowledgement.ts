/** What an answer says of the call that it answers: whether it was taken, when, and by which id; apart from the calls, for those are in the first load. */
import * as z from 'zod/mini';

import { idSchema } from '@/api/shapes';

import type { QueuedCall, readCallAnswer } from './queued-calls';

/** A submit's receipt names it, or has an id and a score; of all else that comes with 2xx nobody knows who says it. */
const takenSchema = z.object({
  clientSubmitId: z.optional(z.nullable(z.string())),
  id: z.optional(idSchema),
  score: z.optional(z.number()),
});

/**
 * Whether a 2xx answer says that the call was taken (docs/decisions/0022). For a lesson it is enough that one came: sending
 * it again changes nothing, and progress shows it.
 */
export function isReceiptFor(call: QueuedCall, body: unknown): boolean {
  if (call.kind === 'lesson-read') return true;
  const taken = z.safeParse(takenSchema, body);
  if (!taken.success) return false;
  const { clientSubmitId, id, score } = taken.data;
  if (clientSubmitId == null) return id !== undefined && score !== undefined;
  return clientSubmitId.toLowerCase() === call.submit.clientSubmitId.toLowerCase();
}

/** Whether an answer to a submit names its `clientSubmitId`: only such a server is sent a received submit again. */
export function isEchoOf(call: QueuedCall, body: unknown): boolean {
  const taken = z.safeParse(takenSchema, body);
  const echoed = taken.success ? taken.data.clientSubmitId?.toLowerCase() : undefined;
  return call.kind === 'answer-submit' && echoed === call.submit.clientSubmitId.toLowerCase();
}

/**
 * When the server received the call, if its answer says so. A lesson's `readAt` does not: it stays at the first
 * reading, which may be of another device, months ago.
 */
export function receivedAtOf(answer: ReturnType<typeof readCallAnswer>): string | undefined {
  return answer && 'receivedAt' in answer ? answer.receivedAt : undefined;
}
