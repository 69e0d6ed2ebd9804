/** Defines users and their calls in the offline tests. */
import { promisifyRequest } from 'idb-keyval';

import { transact } from '@/offline/queue/queue-store';
import type { QueuedCall } from '@/offline/queue/queued-calls';
import { admitOwner } from '@/offline/wipe-marks';
import { ownerKey, type OwnerKey, saveSession } from '@/session/session';

import { installLocks } from './crash-contexts';

export const API_HOST = 'http://127.0.0.1:9';

/** Returns the owner key of a user at the tests' API host. */
export function keyOf(user: string): OwnerKey {
  return ownerKey({ apiHost: API_HOST, userId: user });
}

/** Signs a user in, with an access token that the study server accepts. */
export function signInAs(user: string, token = `token-${user}`): Promise<void> {
  return saveSession({ accessToken: token, tokenType: 'bearer', owner: { apiHost: API_HOST, userId: user } });
}

/** Returns the call of a read lesson. */
export function lessonRead(lessonId: string): QueuedCall {
  return { kind: 'lesson-read', lessonId };
}

let submits = 0;

/** Returns the call of a submit, with a new id unless one is given. */
export function answerSubmit(questionSetId: string, clientSubmitId = nextSubmitId()): QueuedCall {
  const answers = [{ questionId: 'q1', choiceIds: ['a&b=c'.replace(/\W/g, '-')] }];
  const at = '2026-11-21T00:00:00Z';
  return {
    kind: 'answer-submit',
    submit: { clientSubmitId, questionSetId, questionSetUpdatedAt: at, answers, answeredAt: at },
  };
}

/** Returns a new submit id. */
export function nextSubmitId(): string {
  submits += 1;
  return `00000000-0000-4000-8000-${submits.toString(16).padStart(12, '0')}`;
}

/** Empties the queue's store. */
export async function emptyQueue(): Promise<void> {
  await transact('readwrite', (store) => promisifyRequest(store.clear()));
}

/** Signs a user in on a device with an empty queue. */
export async function signInOnEmptyDevice(user: string): Promise<void> {
  installLocks();
  await emptyQueue();
  await admitOwner(keyOf(user));
  await signInAs(user);
}
