/** Writes companies; there is no delete (specification §7). */
import { randomUUID } from 'node:crypto';

import { type Database, laterThan, now } from '@server/db/database';
import { companies } from '@server/db/schema';
import { notFound } from '@server/problem';
import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { newCompanySchema, updateCompanySchema } from '@/api/companies';

type NewCompany = z.output<typeof newCompanySchema>;
type CompanyChanges = z.output<typeof updateCompanySchema>;

/** Creates a company; returns its id. */
export async function createCompany(database: Database, { name, note = '' }: NewCompany): Promise<string> {
  const id = randomUUID();
  await database.insert(companies).values({ id, name, note, createdAt: now, updatedAt: now });
  return id;
}

/** Changes a company. @throws {Problem} 404. */
export async function updateCompany(database: Database, id: string, changes: CompanyChanges): Promise<void> {
  const changed = await database
    .update(companies)
    .set({ ...changes, updatedAt: laterThan(companies.updatedAt) })
    .where(eq(companies.id, id))
    .returning({ id: companies.id });
  if (changed.length === 0) throw notFound('企業');
}
