/** Reads companies as the wire wants them. */
import type { Database, Slice } from '@server/db/database';
import { companies } from '@server/db/schema';
import { asc, count, eq, getTableColumns, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { companySchema } from '@/api/companies';

export type CompanyAnswer = z.input<typeof companySchema>;

const companyFields = {
  ...getTableColumns(companies),
  userCount: sql<number>`(select count(*)::int from users u where u.company_id = companies.id)`,
};

/** One page of companies, oldest first. */
export async function listCompanies(database: Database, { limit, offset }: Slice) {
  const [counted] = await database.select({ total: count() }).from(companies);
  const items: CompanyAnswer[] = await database
    .select(companyFields)
    .from(companies)
    .orderBy(asc(companies.createdAt), asc(companies.id))
    .limit(limit)
    .offset(offset);
  return { items, total: counted?.total ?? 0 };
}

export async function findCompany(database: Database, companyId: string): Promise<CompanyAnswer | undefined> {
  const [company] = await database.select(companyFields).from(companies).where(eq(companies.id, companyId));
  return company;
}
