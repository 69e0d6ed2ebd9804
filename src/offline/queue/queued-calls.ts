/**
 * The calls that can wait for a network, what identifies each, and how its answer is parsed. A new kind is a new
 * variant here.
 */
import * as z from 'zod/mini';

import { lessonReadSchema } from '@/api/progress';
import { isId, idSchema } from '@/api/shapes';
import { sentSubmitSchema, submitSchema } from '@/api/submits';

export const queuedCallSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lesson-read'), lessonId: idSchema }),
  z.object({ kind: z.literal('answer-submit'), submit: sentSubmitSchema }),
]);
/** A learner's call that can wait for a network: a fact that is still true an hour later (docs/offline.md, law 2). */
export type QueuedCall = z.infer<typeof queuedCallSchema>;
export type CallKind = QueuedCall['kind'];

/** Returns the id of the lesson or question set that the call is about. */
export function subjectOf(call: QueuedCall): string {
  switch (call.kind) {
    case 'lesson-read':
      return call.lessonId;
    case 'answer-submit':
      return call.submit.questionSetId;
  }
}

/** The fields that identify a call. */
export type CallName =
  | { kind: 'lesson-read'; lessonId: string }
  | { kind: 'answer-submit'; submit: { questionSetId: string; clientSubmitId: string } };

/**
 * Returns the deduplication key of a call: its kind, its subject and, for answers, the id that was created when 提出
 * (submit) was pressed. Two calls that mark the same lesson as read count as one; two submits count as one only if
 * their `clientSubmitId` is the same.
 */
export function identityOf(call: CallName): [kind: CallKind, subject: string, ...rest: string[]] {
  switch (call.kind) {
    case 'lesson-read':
      return [call.kind, call.lessonId];
    case 'answer-submit':
      // Convert to lower case, because UUIDs are case-insensitive.
      return [call.kind, call.submit.questionSetId, call.submit.clientSubmitId.toLowerCase()];
  }
}

/** Returns the schema of the call's 2xx answer. */
function answerSchemaOf(kind: CallKind) {
  switch (kind) {
    case 'lesson-read':
      return lessonReadSchema;
    case 'answer-submit':
      return submitSchema;
  }
}

/**
 * Parses a 2xx answer; undefined if it does not parse. An answer that does not parse can still be an acknowledgement,
 * because the specification shows no example of it.
 */
export function readCallAnswer(kind: CallKind, body: unknown): z.output<ReturnType<typeof answerSchemaOf>> | undefined {
  const parsed = z.safeParse(answerSchemaOf(kind), body);
  return parsed.success ? parsed.data : undefined;
}

/**
 * Returns true if a receipt makes sending the same call again pointless: the server said that this lesson is read, or
 * acknowledged these answers. An acknowledgement of a read lesson without a body does not say so; then pressing 読了
 * (mark as read) sends the call again.
 */
export function isDoneBy(call: QueuedCall, answer: unknown): boolean {
  if (call.kind === 'answer-submit') return true;
  const read = readCallAnswer(call.kind, answer);
  return read !== undefined && 'lessonId' in read && isId(read.lessonId) && read.lessonId === call.lessonId;
}
