/** Courses: read by all, written by editors (specification §7). */
import { randomUUID } from 'node:crypto';

import { findCourse, listCourses, withOutline } from '@server/curriculum/courses';
import { requireContent } from '@server/curriculum/references';
import { renumber } from '@server/curriculum/siblings';
import { type Database, laterThan, now } from '@server/db/database';
import { courses } from '@server/db/schema';
import { requirePermission } from '@server/http/authenticate';
import { readJson } from '@server/http/body';
import { type AppContext, createRoutes, type Services } from '@server/http/context';
import { pathId, readPageRequest, toPage } from '@server/http/paging';
import { found, notFound } from '@server/http/problem';
import { eq, sql } from 'drizzle-orm';

import { newCourseSchema, updateCourseSchema } from '@/api/courses';

/** Courses have no parent whose row could be locked while they are renumbered. */
const COURSES_LOCK = 7_260_302;

function lockCourses(transaction: Database) {
  return transaction.execute(sql`select pg_advisory_xact_lock(${COURSES_LOCK})`);
}

async function createCourse(database: Database, context: AppContext): Promise<string> {
  const {
    order,
    description = '',
    status = 'draft',
    thumbnailContentId = null,
    ...rest
  } = await readJson(context, newCourseSchema);
  const id = randomUUID();
  await database.transaction(async (transaction) => {
    await lockCourses(transaction);
    await requireContent(transaction, 'thumbnailContentId', thumbnailContentId, 'img');
    const values = { ...rest, id, description, status, thumbnailContentId, order: 0, updatedAt: now };
    await transaction.insert(courses).values(values);
    await renumber(transaction, courses, undefined, { id, order });
  });
  return id;
}

async function updateCourse(database: Database, context: AppContext, id: string): Promise<void> {
  const { order, ...changes } = await readJson(context, updateCourseSchema);
  await database.transaction(async (transaction) => {
    await lockCourses(transaction);
    await requireContent(transaction, 'thumbnailContentId', changes.thumbnailContentId, 'img');
    const changed = await transaction
      .update(courses)
      .set({ ...changes, updatedAt: laterThan(courses.updatedAt) })
      .where(eq(courses.id, id))
      .returning({ id: courses.id });
    if (changed.length === 0) throw notFound('コース');
    if (order !== undefined) await renumber(transaction, courses, undefined, { id, order });
  });
}

async function deleteCourse(database: Database, id: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockCourses(transaction);
    const deleted = await transaction.delete(courses).where(eq(courses.id, id)).returning({ id: courses.id });
    if (deleted.length === 0) throw notFound('コース');
    await renumber(transaction, courses, undefined);
  });
}

export function courseRoutes({ database }: Services) {
  return createRoutes()
    .get('/', async (context) => {
      const page = readPageRequest(context);
      const { items, total } = await listCourses(database, context.get('actor').role, page);
      return context.json(toPage(page, items, total));
    })
    .get('/:id', async (context) => {
      const course = found(await findCourse(database, context.get('actor').role, pathId(context, 'id')), 'コース');
      return context.json(await withOutline(database, course));
    })
    .post('/', async (context) => {
      const { role } = requirePermission(context, 'curriculum.write');
      const id = await createCourse(database, context);
      return context.json(found(await findCourse(database, role, id), 'コース'), 201);
    })
    .patch('/:id', async (context) => {
      const { role } = requirePermission(context, 'curriculum.write');
      const id = pathId(context, 'id');
      await updateCourse(database, context, id);
      return context.json(found(await findCourse(database, role, id), 'コース'));
    })
    .delete('/:id', async (context) => {
      requirePermission(context, 'curriculum.write');
      await deleteCourse(database, pathId(context, 'id'));
      return context.body(null, 204);
    });
}
