/** What learners record, as the queue sends it (specification §7); apart from the shapes, for those are in the first load. */
import { requireId, requireValue } from './require';
import type { NewSubmit } from './submits';
import type { CallRequest } from './transport';

/**
 * How a lesson is marked as read (PUT, no payload); repeating it changes nothing.
 *
 * @param at when it was read, ISO 8601: only to servers with the ability `read-at`.
 */
export function markLessonRead(lessonId: string, at?: string): CallRequest {
  const path = `/progress/lesson/${requireId(lessonId, 'lessonId')}`;
  return { method: 'PUT', path: at === undefined ? path : `${path}?${new URLSearchParams({ at })}` };
}

/** How answers are submitted; repeating the same `clientSubmitId` answers the first submit again. */
export function createSubmit(newSubmit: NewSubmit): CallRequest {
  return { method: 'POST', path: '/submit/', json: requireValue(newSubmit, 'newSubmit') };
}
