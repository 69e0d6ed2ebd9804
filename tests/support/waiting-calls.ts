/** Queues calls on a device before the app is opened. */
import { enqueue } from '@/offline/queue/enqueue';
import type { QueuedCall } from '@/offline/queue/queued-calls';
import type { OwnerKey } from '@/session/session';

import { callAs } from './demo';
import { ownerOf } from './solving';

export async function recordWaiting(user: string, call: QueuedCall): Promise<void> {
  await enqueue((await ownerOf(user)) as OwnerKey, call);
}

/** Returns a submit without answers. */
export async function recordEmptySubmit(user: string, questionSetId: string): Promise<void> {
  const { updatedAt } = (await callAs(user, 'GET', `/question-set/${questionSetId}`)) as { updatedAt: string };
  await recordWaiting(user, {
    kind: 'answer-submit',
    submit: {
      clientSubmitId: crypto.randomUUID(),
      questionSetId,
      questionSetUpdatedAt: updatedAt,
      answers: [],
      answeredAt: new Date().toISOString(),
    },
  });
}
