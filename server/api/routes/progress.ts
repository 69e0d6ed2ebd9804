/** Progress (own for all roles, others' for staff: docs/wire.md, "Rights"), and marking a lesson as read. */
import { parseValue } from '@server/api/http/body';
import { createRoutes, type Services } from '@server/api/http/context';
import { pathId } from '@server/api/http/paging';
import { requireLearner } from '@server/api/people/users';
import { found } from '@server/api/shared/problem';
import { readHistory, readProgress } from '@server/api/study/progress';
import { recordRead } from '@server/api/study/record-read';
import { readSummary } from '@server/api/study/summary';
import * as z from 'zod/mini';

/** Parameters of GET /detail: `history=all` adds every submit. */
const detailSchema = z.object({ history: z.optional(z.literal('all')) });

export function progressRoutes({ database }: Services) {
  return createRoutes()
    .get('/detail/:userId', async (context) => {
      const learner = await requireLearner(database, context.get('actor'), pathId(context, 'userId'));
      const { history } = parseValue(detailSchema, context.req.query());
      const progress = history
        ? { courses: await readHistory(database, learner) }
        : await readProgress(database, learner);
      return context.json({ userId: learner.id, ...progress });
    })
    .get('/detail/:userId/:courseId', async (context) => {
      const learner = await requireLearner(database, context.get('actor'), pathId(context, 'userId'));
      const [course] = await readHistory(database, learner, pathId(context, 'courseId'));
      return context.json(found(course, 'コース'));
    })
    .get('/summary/:userId', async (context) => {
      const learner = await requireLearner(database, context.get('actor'), pathId(context, 'userId'));
      return context.json(await readSummary(database, learner));
    })
    .put('/lesson/:lessonId', async (context) => {
      const lessonId = pathId(context, 'lessonId');
      // The time of reading, by the learner's clock: a reading is never refused for it.
      const at = context.req.query('at');
      return context.json(found(await recordRead(database, context.get('actor'), lessonId, at), 'レッスン'));
    });
}
