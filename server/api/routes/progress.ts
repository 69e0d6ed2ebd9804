/** Progress (own for all roles, others' for staff: docs/wire.md, "Rights"), and marking a lesson as read. */
import { progressCalls, submitCalls } from '@server/api/contract/study-calls';
import { parseValue } from '@server/api/http/body';
import { createRoutes, type Services } from '@server/api/http/context';
import { pathId } from '@server/api/http/paging';
import { serve } from '@server/api/http/serve';
import { requireLearner } from '@server/api/people/users';
import { found } from '@server/api/shared/problem';
import { readHistory, readProgress } from '@server/api/study/progress';
import { recordRead } from '@server/api/study/record-read';
import { readSummary } from '@server/api/study/summary';
import * as z from 'zod/mini';

/** Parameters of GET /detail: `history=all` adds every submit. */
const detailSchema = z.object({ history: z.optional(z.literal('all')) });

export function progressRoutes({ database }: Services) {
  const routes = createRoutes();
  serve(routes, progressCalls.detail, async ({ context, actor, id }) => {
    const learner = await requireLearner(database, actor, id);
    const { history } = parseValue(detailSchema, context.req.query());
    const progress = history
      ? { courses: await readHistory(database, learner) }
      : await readProgress(database, learner);
    return { userId: learner.id, ...progress };
  });
  serve(routes, progressCalls.history, async ({ context, actor, id }) => {
    const learner = await requireLearner(database, actor, id);
    const [course] = await readHistory(database, learner, pathId(context, 'courseId'));
    return found(course, 'コース');
  });
  serve(routes, progressCalls.summary, async ({ actor, id }) =>
    readSummary(database, await requireLearner(database, actor, id)),
  );
  // The time of reading, by the learner's clock: a reading is never refused for it.
  serve(routes, submitCalls.read, async ({ context, actor, id }) =>
    found(await recordRead(database, actor, id, context.req.query('at')), 'レッスン'),
  );
  return routes;
}
