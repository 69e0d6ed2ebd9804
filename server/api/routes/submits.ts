/** POST /submit/: scores answers to a question set. Idempotent by `clientSubmitId` (docs/wire.md, "Resources"). */
import { submitCalls } from '@server/api/contract/study-calls';
import { readJson } from '@server/api/http/body';
import { createRoutes, type Services } from '@server/api/http/context';
import { serveUnread } from '@server/api/http/serve';
import { found } from '@server/api/shared/problem';
import { findSubmit, recordSubmit } from '@server/api/study/record-submit';
import * as z from 'zod/mini';

import { newSubmitSchema } from '@/api/submits';

/**
 * A submit is never refused for a time: the server stores the time of its arrival instead of one that it cannot read.
 */
const timeSchema = z.pipe(
  z.optional(z.unknown()),
  z.transform((time) => (typeof time === 'string' ? time : '')),
);
const receivedSchema = z.extend(newSubmitSchema, { questionSetUpdatedAt: timeSchema, answeredAt: timeSchema });

export function submitRoutes({ database }: Services) {
  const routes = createRoutes();
  serveUnread(routes, submitCalls.create, async (context, actor) => {
    const newSubmit = await readJson(context, receivedSchema);
    // Lower case, because UUIDs are case-insensitive.
    newSubmit.clientSubmitId = newSubmit.clientSubmitId.toLowerCase();
    const made = await recordSubmit(database, actor, newSubmit);
    if (made) return made;
    // A submit with the same id was recorded before, possibly before the question set was deleted: return the recorded
    // submit.
    return context.json(found(await findSubmit(database, actor.id, newSubmit.clientSubmitId), '問題集'));
  });
  return routes;
}
