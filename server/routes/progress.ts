/** Progress: one's own for everybody, others' for staff (docs/wire.md, "Rights"), and the read mark of a lesson. */
import { findLesson } from '@server/curriculum/lessons';
import type { Database } from '@server/db/database';
import { type Actor, createRoutes, type Services } from '@server/http/context';
import { pathId } from '@server/http/paging';
import { forbidden, notFound } from '@server/http/problem';
import { findUser } from '@server/people/users';
import { mayRole, seesCompany } from '@server/permissions';
import { readProgress } from '@server/study/progress';
import { recordRead } from '@server/study/record';
import { readSummary } from '@server/study/summary';

/** Whose progress is asked for. @throws {Problem} 403 for students and others' ids, 404 for another company's users. */
async function requireLearner(database: Database, actor: Actor, userId: string) {
  if (userId !== actor.id && !mayRole(actor.role, 'progress.others')) throw forbidden();
  const learner = await findUser(database, userId);
  if (!learner || (userId !== actor.id && !seesCompany(actor, learner.companyId))) throw notFound('ユーザー');
  return learner;
}

export function progressRoutes({ database }: Services) {
  return createRoutes()
    .get('/detail/:userId', async (context) => {
      const learner = await requireLearner(database, context.get('actor'), pathId(context, 'userId'));
      return context.json({ userId: learner.id, courses: await readProgress(database, learner) });
    })
    .get('/detail/:userId/:courseId', async (context) => {
      const learner = await requireLearner(database, context.get('actor'), pathId(context, 'userId'));
      const [course] = await readProgress(database, learner, pathId(context, 'courseId'));
      if (!course) throw notFound('コース');
      return context.json(course);
    })
    .get('/summary/:userId', async (context) => {
      const learner = await requireLearner(database, context.get('actor'), pathId(context, 'userId'));
      return context.json(await readSummary(database, learner));
    })
    .put('/lesson/:lessonId', async (context) => {
      const { id, role } = context.get('actor');
      const lessonId = pathId(context, 'lessonId');
      if (!(await findLesson(database, role, lessonId))) throw notFound('レッスン');
      return context.json(await recordRead(database, id, lessonId));
    });
}
