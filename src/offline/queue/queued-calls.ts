/** Which calls may wait for a network, when two are the same, and how their answers are read: a new kind is a new variant here. */
import * as z from 'zod/mini';

import { lessonReadSchema } from '@/api/progress';
import { isId, idSchema } from '@/api/shapes';
import { newSubmitSchema, submitSchema } from '@/api/submits';

export const queuedCallSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lesson-read'), lessonId: idSchema }),
  z.object({ kind: z.literal('answer-submit'), submit: newSubmitSchema }),
]);
/** A learner's call that may wait: a fact that is still true an hour later (docs/offline.md, law 2). */
export type QueuedCall = z.infer<typeof queuedCallSchema>;
export type CallKind = QueuedCall['kind'];

/** The id of what the call is about: of the lesson, of the question set. */
export function subjectOf(call: QueuedCall): string {
  switch (call.kind) {
    case 'lesson-read':
      return call.lessonId;
    case 'answer-submit':
      return call.submit.questionSetId;
  }
}

/** What a call is known by. */
export type CallName =
  | { kind: 'lesson-read'; lessonId: string }
  | { kind: 'answer-submit'; submit: { questionSetId: string; clientSubmitId: string } };

/**
 * What makes two calls of an owner the same call: its kind, its subject, and for answers the id that was made when
 * 提出 was pressed. Lesson reads coalesce by it; answers never do, only a repeated `clientSubmitId` is the same.
 */
export function identityOf(call: CallName): [kind: CallKind, subject: string, ...rest: string[]] {
  switch (call.kind) {
    case 'lesson-read':
      return [call.kind, call.lessonId];
    case 'answer-submit':
      // A UUID is the same in capitals.
      return [call.kind, call.submit.questionSetId, call.submit.clientSubmitId.toLowerCase()];
  }
}

/** The schema that the call's 2xx answer is read with. */
function answerSchemaOf(kind: CallKind) {
  switch (kind) {
    case 'lesson-read':
      return lessonReadSchema;
    case 'answer-submit':
      return submitSchema;
  }
}

/** A 2xx answer as ours; undefined when it does not parse, which is still an acknowledgement (the specification does not show it). */
export function readCallAnswer(kind: CallKind, body: unknown): z.output<ReturnType<typeof answerSchemaOf>> | undefined {
  const parsed = z.safeParse(answerSchemaOf(kind), body);
  return parsed.success ? parsed.data : undefined;
}

/**
 * True when a receipt makes sending the same call again pointless: the server has said that this very lesson is read,
 * or has taken these very answers. A bare acknowledgement of a lesson does not say so, so pressing 読了 sends it again.
 */
export function isDoneBy(call: QueuedCall, answer: unknown): boolean {
  if (call.kind === 'answer-submit') return true;
  const read = readCallAnswer(call.kind, answer);
  return read !== undefined && 'lessonId' in read && isId(read.lessonId) && read.lessonId === call.lessonId;
}
