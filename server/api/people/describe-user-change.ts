/** Describes a change of a user in Japanese for the audit log: suspension, password and company are distinguished. */
import type { Database } from '@server/db/database';
import { companies, type users } from '@server/db/schema';
import { inArray } from 'drizzle-orm';

import type { UserChanges } from './may-change-user';

type StoredUser = typeof users.$inferSelect;

const fieldNames = {
  name: '氏名',
  nameKana: 'フリガナ',
  username: 'ユーザー名',
  email: 'メール',
  role: '役割',
} as const;

/** Returns a change of company, e.g. 「企業：みなと → 企業なし」. */
async function moveWords(transaction: Database, from: string | null, to: string | null): Promise<string> {
  const ids = [from, to].filter((id) => id !== null);
  const rows = await transaction
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(inArray(companies.id, ids));
  const nameOf = (id: string | null) => rows.find((row) => row.id === id)?.name ?? '企業なし';
  return `企業：${nameOf(from)} → ${nameOf(to)}`;
}

/** Returns what was changed in a user, without values of personal fields; undefined if nothing was. */
export async function describeUserChange(
  transaction: Database,
  user: StoredUser,
  changes: Omit<UserChanges, 'password' | 'currentPassword' | 'updatedAt'>,
  hasPassword: boolean,
): Promise<string | undefined> {
  const { active, companyId } = changes;
  const words: string[] = [];
  if (active !== undefined && active !== user.active) words.push(active ? '利用再開' : '利用停止');
  if (hasPassword) words.push('パスワード');
  if (companyId !== undefined && companyId !== user.companyId)
    words.push(await moveWords(transaction, user.companyId, companyId));
  for (const field of Object.keys(fieldNames) as (keyof typeof fieldNames)[]) {
    if (changes[field] !== undefined && changes[field] !== user[field]) words.push(fieldNames[field]);
  }
  return words.join('、') || undefined;
}
