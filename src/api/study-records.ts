/** What learners record, as the queue sends it (specification §7); apart from the shapes, for those are in the first load. */
import { requireId, requireValue } from './require';
import type { NewSubmit } from './submits';
import type { CallRequest } from './transport';

/** How a lesson is marked as read (PUT, no payload); repeating it changes nothing. */
export function markLessonRead(lessonId: string): CallRequest {
  return { method: 'PUT', path: `/progress/lesson/${requireId(lessonId, 'lessonId')}` };
}

/** How answers are submitted; repeating the same `clientSubmitId` answers the first submit again. */
export function createSubmit(newSubmit: NewSubmit): CallRequest {
  return { method: 'POST', path: '/submit/', json: requireValue(newSubmit, 'newSubmit') };
}
