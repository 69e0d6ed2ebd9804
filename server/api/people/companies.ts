/** Reads companies in the shapes of the API. */
import type { Database, Slice } from '@server/db/database';
import { companies, users } from '@server/db/schema';
import { and, asc, count, eq, getTableColumns, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { companySchema } from '@/api/companies';

import {
  isReadingOfUser,
  isRequiredOfUser,
  learnerStatus,
  lessonTotals,
  listLessons,
  readings,
  readShare,
  requiredOf,
  studiedCourses,
} from './learner-status';

export type CompanyAnswer = z.input<typeof companySchema>;

const companyFields = {
  ...getTableColumns(companies),
  userCount: sql<number>`(select count(*)::int from users u where u.company_id = companies.id)`,
};

/** Returns one page of companies, oldest first. */
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

/** Reads the figures of a company's active learners: count, mean share of read lessons, learners behind. */
export async function readFigures(database: Database, companyId: string): Promise<CompanyAnswer['figures']> {
  const isLearner = and(eq(users.companyId, companyId), eq(users.role, 'STUDENT'), eq(users.active, true));
  const listed = listLessons(database);
  const [figures] = await database
    .with(listed, studiedCourses(database, isLearner))
    .select({
      learnerCount: sql<number>`count(*)::int`,
      meanShare: sql<number>`coalesce(avg(${readShare}), 0)::float8`,
      behindCount: sql<number>`count(*) filter (where ${learnerStatus} = 'behind')::int`,
    })
    .from(users)
    .crossJoin(lessonTotals)
    .leftJoin(readings, isReadingOfUser)
    .leftJoin(requiredOf(isLearner), isRequiredOfUser)
    .where(isLearner);
  return figures;
}

/** Finds a company, without the figures of its learners. */
export async function findCompany(database: Database, companyId: string): Promise<CompanyAnswer | undefined> {
  const [company] = await database.select(companyFields).from(companies).where(eq(companies.id, companyId));
  return company;
}
