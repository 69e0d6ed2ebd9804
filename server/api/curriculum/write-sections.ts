/** Creates, changes and deletes sections, and keeps their order within the course. */
import { randomUUID } from 'node:crypto';

import type { Actor } from '@server/api/access/permissions';
import { describeEdit } from '@server/api/audit/describe-edit';
import { recordPart } from '@server/api/audit/record-parts';
import { recordCompletions } from '@server/api/completions/record-completions';
import { requireVersion } from '@server/api/shared/optimistic-lock';
import { wakePendingWork } from '@server/api/shared/pending-work';
import { found, invalidField } from '@server/api/shared/problem';
import { type Database, now } from '@server/db/database';
import { courses, sections } from '@server/db/schema';
import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';

import { sectionFieldNames, type newSectionSchema, type updateSectionSchema } from '@/api/sections';

import { findSection } from './sections';
import { renumber } from './siblings';
import { placeOfSection, touch, writeCurriculum } from './touch';
import { moveToTrash } from './trash/move-to-trash';

type NewSection = z.output<typeof newSectionSchema>;
type SectionChanges = z.output<typeof updateSectionSchema>;

/** Creates a section. @returns its id. @throws {Problem} 422. */
export async function createSection(database: Database, actor: Actor, newSection: NewSection): Promise<string> {
  const { courseId, title, description = '', order } = newSection;
  const id = randomUUID();
  await writeCurriculum(database, async (transaction) => {
    await touch(transaction, { courseId });
    const [course] = await transaction.select({ id: courses.id }).from(courses).where(eq(courses.id, courseId));
    if (!course) throw invalidField('courseId', '指定されたコースがありません。');
    await transaction.insert(sections).values({ id, courseId, title, description, order: 0, updatedAt: now });
    await renumber(transaction, sections, eq(sections.courseId, courseId), { id, order });
    await recordPart(transaction, actor, 'create', { part: 'section', id, title, courseId });
  });
  return id;
}

/** Changes a section. @throws {Problem} 404 or 409. */
export async function updateSection(
  database: Database,
  actor: Actor,
  id: string,
  sectionChanges: SectionChanges,
): Promise<void> {
  const { order, updatedAt, ...changes } = sectionChanges;
  await writeCurriculum(database, async (transaction) => {
    const place = found(await placeOfSection(transaction, id), 'セクション');
    const before = found(await findSection(transaction, 'ADMIN', id), 'セクション');
    requireVersion('セクション', before, updatedAt);
    await touch(transaction, place);
    // Drizzle refuses an update without values.
    if (Object.values(changes).some((value) => value !== undefined)) {
      await transaction.update(sections).set(changes).where(eq(sections.id, id));
    }
    if (order !== undefined)
      await renumber(transaction, sections, eq(sections.courseId, place.courseId), { id, order });
    const part = { part: 'section', id, title: changes.title ?? before.title, courseId: place.courseId } as const;
    await recordPart(transaction, actor, 'change', {
      ...part,
      details: describeEdit(sectionFieldNames, before, { ...changes, order }),
    });
  });
}

/** Deletes a section with everything below it. @throws {Problem} 404. */
export async function deleteSection(database: Database, actor: Actor, id: string): Promise<void> {
  await writeCurriculum(database, async (transaction) => {
    const { courseId } = found(await placeOfSection(transaction, id), 'セクション');
    await touch(transaction, { courseId });
    const title = await moveToTrash(transaction, actor, { kind: 'section', id });
    await recordCompletions(transaction, courseId);
    await renumber(transaction, sections, eq(sections.courseId, courseId));
    await recordPart(transaction, actor, 'delete', { part: 'section', id, title, courseId });
  });
  wakePendingWork();
}
