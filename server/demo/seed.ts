/** Fills an empty database with demo data: courses, people and their history. */
import { hashPassword } from '@server/api/auth/passwords';
import { recordCompletions } from '@server/api/completions/record-completions';
import { saveInfo } from '@server/api/settings/info';
import type { Database } from '@server/db/database';
import { companies, lessonReads, submits, users } from '@server/db/schema';

import { DAY_MS } from '@/lib/constants';

import { type DemoCourse, readDemoCourses } from './course-files';
import { draftCourse } from './draft-course';
import { makeHistory } from './history';
import { insertCourse } from './insert-course';
import { DEMO_PASSWORD, demoCompanies, demoPeople, type DemoPerson, demoUserId } from './people';

/** Age of the demo's courses and accounts, in days: older than the oldest history. */
const FOUNDED_DAYS_AGO = 130;

const notice = `**ようこそ、まなびばへ。**

- 「情報セキュリティ」は全社員が対象です。第1セクションから始めましょう。
- 通信のない場所でも、保存したコースで学習を続けられます。
`;

function historyOf(
  { username, habit }: DemoPerson,
  id: string,
  demoCourses: readonly DemoCourse[],
  now: number,
  seenVersion: string,
) {
  if (!habit) return { reads: [], submits: [] };
  return makeHistory({ id, username, habit }, demoCourses, now, seenVersion);
}

async function insertPeople(
  database: Database,
  demoCourses: readonly DemoCourse[],
  now: number,
  createdAt: string,
): Promise<void> {
  await database
    .insert(companies)
    .values(demoCompanies.map((company) => ({ ...company, createdAt, updatedAt: createdAt })));
  // One hash for all demo accounts: the password is published, and hashing it for each would take seconds.
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const people = demoPeople.map((person) => {
    const id = demoUserId(person);
    const history = historyOf(person, id, demoCourses, now, createdAt);
    const moments = [...history.reads.map((read) => read.readAt), ...history.submits.map((submit) => submit.studiedAt)];
    const { habit: _, ...who } = person;
    const email = `${person.username}@example.com`;
    const lastStudiedAt = moments.toSorted().at(-1) ?? null;
    return {
      row: { ...who, id, passwordHash, email, active: true, createdAt, lastStudiedAt, updatedAt: createdAt },
      history,
    };
  });
  await database.insert(users).values(people.map(({ row }) => row));
  const readRows = people.flatMap(({ history }) => history.reads);
  if (readRows.length > 0)
    await database.insert(lessonReads).values(readRows.map((read) => ({ ...read, checked: true })));
  const submitRows = people.flatMap(({ history }) => history.submits);
  if (submitRows.length > 0) await database.insert(submits).values(submitRows);
}

/** Inserts the demo data into an empty database. */
export async function seedDemoData(database: Database): Promise<void> {
  const now = Date.now();
  const updatedAt = new Date(now - FOUNDED_DAYS_AGO * DAY_MS).toISOString();
  const demoCourses = readDemoCourses();
  for (const [order, course] of demoCourses.entries())
    await insertCourse(database, course, 'published', { order, updatedAt });
  await insertCourse(database, draftCourse, 'draft', { order: demoCourses.length, updatedAt });
  await insertPeople(database, demoCourses, now, updatedAt);
  await recordCompletions(database, ...demoCourses.map(({ id }) => id));
  await saveInfo(database, {
    serviceName: 'まなびば',
    notice,
    communityUrl: 'https://discord.com/invite/manabiba-demo',
    supportEmail: 'support@example.com',
  });
}
