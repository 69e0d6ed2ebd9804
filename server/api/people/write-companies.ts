/** Creates and changes companies; there is no delete (specification §7). */
import { randomUUID } from 'node:crypto';

import type { Actor } from '@server/api/access/permissions';
import { recordChange } from '@server/api/audit/audit-log';
import { describeEdit } from '@server/api/audit/describe-edit';
import { requireVersion } from '@server/api/shared/optimistic-lock';
import { found } from '@server/api/shared/problem';
import { type Database, laterThan, now } from '@server/db/database';
import { companies } from '@server/db/schema';
import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';

import { companyFieldNames, type newCompanySchema, type updateCompanySchema } from '@/api/companies';

import { findCompany } from './companies';

type NewCompany = z.output<typeof newCompanySchema>;
type CompanyChanges = z.output<typeof updateCompanySchema>;

/** Creates a company. @returns its id. */
export async function createCompany(
  database: Database,
  actor: Actor,
  { name, note = '' }: NewCompany,
): Promise<string> {
  const id = randomUUID();
  await database.transaction(async (transaction) => {
    await transaction.insert(companies).values({ id, name, note, createdAt: now, updatedAt: now });
    await recordChange(transaction, actor, { action: 'create', kind: 'company', subjectId: id, subjectName: name });
  });
  return id;
}

/** Changes a company. @throws {Problem} 404 or 409. */
export async function updateCompany(
  database: Database,
  actor: Actor,
  id: string,
  companyChanges: CompanyChanges,
): Promise<void> {
  const { updatedAt, ...changes } = companyChanges;
  await database.transaction(async (transaction) => {
    await transaction.select({ id: companies.id }).from(companies).where(eq(companies.id, id)).for('update');
    const company = found(await findCompany(transaction, id), '企業');
    requireVersion('企業', company, updatedAt);
    await transaction
      .update(companies)
      .set({ ...changes, updatedAt: laterThan(companies.updatedAt) })
      .where(eq(companies.id, id));
    const subjectName = changes.name ?? company.name;
    const details = describeEdit(companyFieldNames, company, changes);
    await recordChange(transaction, actor, { action: 'change', kind: 'company', subjectId: id, subjectName, details });
  });
}
