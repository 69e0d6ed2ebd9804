/** Progress: one's own for everybody, others' for staff (docs/wire.md, "Rights"), and the read mark of a lesson. */
import { findLesson } from '@server/curriculum/lessons';
import { createRoutes, type Services } from '@server/http/context';
import { pathId } from '@server/http/paging';
import { requireLearner } from '@server/people/users';
import { found } from '@server/problem';
import { readProgress } from '@server/study/progress';
import { recordRead } from '@server/study/record';
import { readSummary } from '@server/study/summary';

export function progressRoutes({ database }: Services) {
  return createRoutes()
    .get('/detail/:userId', async (context) => {
      const learner = await requireLearner(database, context.get('actor'), pathId(context, 'userId'));
      return context.json({ userId: learner.id, courses: await readProgress(database, learner) });
    })
    .get('/detail/:userId/:courseId', async (context) => {
      const learner = await requireLearner(database, context.get('actor'), pathId(context, 'userId'));
      const [course] = await readProgress(database, learner, pathId(context, 'courseId'));
      return context.json(found(course, 'コース'));
    })
    .get('/summary/:userId', async (context) => {
      const learner = await requireLearner(database, context.get('actor'), pathId(context, 'userId'));
      return context.json(await readSummary(database, learner));
    })
    .put('/lesson/:lessonId', async (context) => {
      const { id, role } = context.get('actor');
      const lessonId = pathId(context, 'lessonId');
      found(await findLesson(database, role, lessonId), 'レッスン');
      return context.json(await recordRead(database, id, lessonId));
    });
}
