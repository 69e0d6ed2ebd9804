/** Sections: read by all, written by editors (specification §7). */
import { randomUUID } from 'node:crypto';

import { findSection, listSections } from '@server/curriculum/sections';
import { renumber } from '@server/curriculum/siblings';
import { placeOfSection, touch } from '@server/curriculum/touch';
import { type Database, now } from '@server/db/database';
import { courses, sections } from '@server/db/schema';
import { requirePermission } from '@server/http/authenticate';
import { readJson } from '@server/http/body';
import { type AppContext, createRoutes, type Services } from '@server/http/context';
import { pathId, readPageRequest, toPage } from '@server/http/paging';
import { invalidField, found, notFound } from '@server/http/problem';
import { eq } from 'drizzle-orm';

import { newSectionSchema, updateSectionSchema } from '@/api/sections';

async function createSection(database: Database, context: AppContext): Promise<string> {
  const { courseId, title, description = '', order } = await readJson(context, newSectionSchema);
  const id = randomUUID();
  await database.transaction(async (transaction) => {
    await touch(transaction, { courseId });
    const [course] = await transaction.select({ id: courses.id }).from(courses).where(eq(courses.id, courseId));
    if (!course) throw invalidField('courseId', '指定されたコースがありません。');
    await transaction.insert(sections).values({ id, courseId, title, description, order: 0, updatedAt: now });
    await renumber(transaction, sections, eq(sections.courseId, courseId), { id, order });
  });
  return id;
}

async function updateSection(database: Database, context: AppContext, id: string): Promise<void> {
  const { order, ...changes } = await readJson(context, updateSectionSchema);
  await database.transaction(async (transaction) => {
    const place = await placeOfSection(transaction, id);
    if (!place) throw notFound('セクション');
    await touch(transaction, place);
    // An update of nothing is none.
    if (Object.values(changes).some((value) => value !== undefined)) {
      await transaction.update(sections).set(changes).where(eq(sections.id, id));
    }
    if (order !== undefined)
      await renumber(transaction, sections, eq(sections.courseId, place.courseId), { id, order });
  });
}

async function deleteSection(database: Database, id: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const place = await placeOfSection(transaction, id);
    if (!place) throw notFound('セクション');
    await touch(transaction, { courseId: place.courseId });
    await transaction.delete(sections).where(eq(sections.id, id));
    await renumber(transaction, sections, eq(sections.courseId, place.courseId));
  });
}

export function sectionRoutes({ database }: Services) {
  return createRoutes()
    .get('/', async (context) => {
      const page = readPageRequest(context);
      const { items, total } = await listSections(database, context.get('actor').role, page);
      return context.json(toPage(page, items, total));
    })
    .get('/:id', async (context) => {
      const section = found(
        await findSection(database, context.get('actor').role, pathId(context, 'id')),
        'セクション',
      );
      return context.json(section);
    })
    .post('/', async (context) => {
      const { role } = requirePermission(context, 'curriculum.write');
      const id = await createSection(database, context);
      return context.json(found(await findSection(database, role, id), 'セクション'), 201);
    })
    .patch('/:id', async (context) => {
      const { role } = requirePermission(context, 'curriculum.write');
      const id = pathId(context, 'id');
      await updateSection(database, context, id);
      return context.json(found(await findSection(database, role, id), 'セクション'));
    })
    .delete('/:id', async (context) => {
      requirePermission(context, 'curriculum.write');
      await deleteSection(database, pathId(context, 'id'));
      return context.body(null, 204);
    });
}
