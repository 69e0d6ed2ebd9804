/** Reads companies in the shapes of the API. */
import type { Database, Slice } from '@server/db/database';
import { companies, users } from '@server/db/schema';
import { and, asc, count, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { companySchema } from '@/api/companies';
import type { PersonState } from '@/api/users';

import { joinStatus, learnerStatus, readShare, statusTables } from './learner-status';

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

const countOf = (state: PersonState) => sql<number>`count(*) filter (where ${learnerStatus} = ${state})::int`;

/** Reads the figures of the learners of some companies, by company: counts, mean share of read lessons, last study. */
async function readFiguresOf(database: Database, companyIds: readonly string[]) {
  const isMember = inArray(users.companyId, [...companyIds]);
  const isLearner = and(isMember, eq(users.role, 'STUDENT'), eq(users.active, true));
  const isCounted = sql`${users.active} and ${users.role} = 'STUDENT'`;
  const members = database
    .with(...statusTables(database, isLearner))
    .select({
      companyId: users.companyId,
      learnerCount: sql<number>`(count(*) filter (where ${isCounted}))::int`,
      // Rounded, because the sum of fractions depends on the order of the rows, and the shown percentage would
      // alternate between 39 % and 40 %.
      meanShare: sql<number>`round(coalesce(avg(${readShare}) filter (where ${isCounted}), 0)::numeric, 6)::float8`,
      behindCount: countOf('behind'),
      unstartedCount: countOf('unstarted'),
      steadyCount: countOf('steady'),
      finishedCount: countOf('finished'),
      suspendedCount: countOf('suspended'),
      lastStudiedAt: sql<
        string | null
      >`to_char(max(${users.lastStudiedAt}) filter (where ${isCounted}) at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    })
    .from(users)
    .$dynamic();
  const rows = await joinStatus(members, isLearner).where(isMember).groupBy(users.companyId);
  return new Map(rows.map(({ companyId, ...figures }) => [companyId, figures]));
}

const noFigures: NonNullable<CompanyAnswer['figures']> = {
  learnerCount: 0,
  meanShare: 0,
  behindCount: 0,
  unstartedCount: 0,
  steadyCount: 0,
  finishedCount: 0,
  suspendedCount: 0,
  lastStudiedAt: null,
};

/** Adds the figures of their learners to companies. */
export async function withFigures(database: Database, listed: readonly CompanyAnswer[]): Promise<CompanyAnswer[]> {
  if (listed.length === 0) return [];
  const figures = await readFiguresOf(
    database,
    listed.map(({ id }) => String(id)),
  );
  return listed.map((company) => ({ ...company, figures: figures.get(String(company.id)) ?? noFigures }));
}

/** Finds a company, without the figures of its learners. */
export async function findCompany(database: Database, companyId: string): Promise<CompanyAnswer | undefined> {
  const [company] = await database.select(companyFields).from(companies).where(eq(companies.id, companyId));
  return company;
}
