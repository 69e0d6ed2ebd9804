/**
 * The calls that the queue of learners' answers sends (specification §7); their schemas are in another file, because
 * the first load needs them.
 */
import { type CapableServer, hasCapability } from '@/session/capabilities';

import { requireId, requireValue } from './network/require';
import type { CallRequest } from './network/transport';
import type { SentSubmit } from './submits';

/**
 * Returns the request that marks a lesson as read: PUT without payload, idempotent.
 *
 * @param at the time of reading, ISO 8601. @param server gets the time if it has the capability `read-at`.
 */
export function markLessonRead(lessonId: string, at?: string, server?: CapableServer): CallRequest {
  const path = `/progress/lesson/${requireId(lessonId, 'lessonId')}`;
  const isDated = at !== undefined && hasCapability(server, 'read-at');
  return { method: 'PUT', path: isDated ? `${path}?${new URLSearchParams({ at })}` : path };
}

/**
 * Returns the request that submits answers; idempotent by `clientSubmitId`: the server's response to a repeat is the
 * first submit.
 */
export function createSubmit(newSubmit: SentSubmit): CallRequest {
  return { method: 'POST', path: '/submit/', json: requireValue(newSubmit, 'newSubmit') };
}
