/** Tests the audit log: entries for people, companies and courses; who may read it; how long entries are kept. */
import { removeDemoPeople } from '@server/demo/remove-demo-people';
import { ensureAdmin } from '@server/first-data/fill-database';
import type { CallOptions } from '@tests/support/server';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { AuditEntry } from '@/api/audit';

import { useTestServer } from './support/test-server';

const server = useTestServer();

async function call(method: string, path: string, options: CallOptions = {}) {
  const answer = await server.call(method, `/api/v1${path}`, { as: 'admin', ...options });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status}`);
  return answer.body;
}

/** Returns the newest audit entries as text: actor, action, kind, subject's name. */
async function newest(size: number): Promise<string[]> {
  const { items } = (await call('GET', `/audit/?size=${size}`)) as { items: AuditEntry[] };
  return items.map(({ actorName, action, kind, subjectName }) => [actorName, action, kind, subjectName].join(' '));
}

test('the audit log records each change of a person, a company and a course with actor and the subject’s name at that time', async () => {
  const person = { username: 'kawai', password: 'umibe-no-kissaten', name: '河合 実', role: 'STUDENT' };
  const { id } = await call('POST', '/users/', { json: person });
  await call('PATCH', `/users/${id}`, { as: 'teacher', json: { name: '川合 実' } });
  await call('DELETE', `/users/${id}`);
  const company = await call('POST', '/companies/', { json: { name: '株式会社あおぞら' } });
  await call('PATCH', `/companies/${company.id}`, { as: 'teacher', json: { note: '覚え書き' } });
  const course = await call('POST', '/courses/', { as: 'staff', json: { title: '試作' } });
  await call('PATCH', `/courses/${course.id}`, { json: { title: '完成' } });
  await call('DELETE', `/courses/${course.id}`, { as: 'staff' });
  const names = new Map<string, string>();
  for (const as of ['admin', 'teacher', 'staff']) {
    const { name, username } = await call('GET', '/me/', { as });
    names.set(as, `${name}（${username}）`);
  }

  expect(await newest(8)).toEqual([
    `${names.get('staff')} delete course 完成`,
    `${names.get('admin')} change course 完成`,
    `${names.get('staff')} create course 試作`,
    `${names.get('teacher')} change company 株式会社あおぞら`,
    `${names.get('admin')} create company 株式会社あおぞら`,
    `${names.get('admin')} delete user 川合 実（kawai）`,
    `${names.get('teacher')} change user 川合 実（kawai）`,
    `${names.get('admin')} create user 河合 実（kawai）`,
  ]);
});

test('the audit log records nothing for refused requests and for changes without effect', async () => {
  const before = await newest(1);
  const refused = [
    await server.call('PATCH', '/api/v1/courses/git', { as: 'student', json: { title: '題' } }),
    await server.call('PATCH', '/api/v1/courses/git', {
      as: 'admin',
      json: { title: '題', updatedAt: '2020-01-01T00:00:00Z' },
    }),
    await server.call('DELETE', '/api/v1/users/user-admin', { as: 'admin' }),
  ];
  await call('PATCH', '/users/user-student', { json: {} });

  expect(refused.map(({ status }) => status)).toEqual([403, 409, 409]);
  expect(await newest(1)).toEqual(before);
});

test('only admins can read the audit log, in pages, newest first', async () => {
  const statuses = ['student', 'staff', 'teacher', 'admin'].map(
    async (as) => (await server.call('GET', '/api/v1/audit/', { as })).status,
  );
  expect(await Promise.all(statuses)).toEqual([403, 403, 403, 200]);

  for (let index = 0; index < 3; index += 1) await call('PATCH', '/courses/git', { json: { title: `Git ${index}` } });
  const pages = [await call('GET', '/audit/?size=2'), await call('GET', '/audit/?size=2&page=2')];
  const titles = pages.flatMap(({ items }) => items as AuditEntry[]).map(({ subjectName }) => subjectName);
  expect(titles.slice(0, 3)).toEqual(['Git 2', 'Git 1', 'Git 0']);
  expect(pages[0]).toMatchObject({ page: 1, size: 2, total: pages[1]?.total });
});

test('the audit log keeps entries for 400 days, and deletes older ones with the next change', async () => {
  await server.database.execute(sql`update audit_entries set at = now() - interval '399 days'`);
  await call('PATCH', '/companies/minato', { json: { note: '一' } });
  const kept = (await call('GET', '/audit/')).total;
  await server.database.execute(sql`update audit_entries set at = now() - interval '401 days'`);
  await call('PATCH', '/companies/minato', { json: { note: '二' } });

  expect(kept).toBeGreaterThan(1);
  expect((await call('GET', '/audit/')).total).toBe(1);
});

test('the audit log records changes that the server makes at its start, without an actor', async () => {
  await server.database.transaction(async (transaction) => {
    await ensureAdmin(transaction, { username: 'boss', password: 'umibe-no-kissaten' });
  });
  expect(await newest(1)).toEqual([' create user 管理者（boss）']);

  const undo = new Error('undo');
  const removing = server.database.transaction(async (transaction) => {
    const [line = ''] = await removeDemoPeople(transaction);
    const count = await transaction.execute(sql`select count(*)::int as n from audit_entries where action = 'delete'`);
    expect((count as unknown as { rows: { n: number }[] }).rows[0]?.n).toBe(Number(/\d+/.exec(line)?.[0]));
    throw undo;
  });
  await expect(removing).rejects.toBe(undo);
});
