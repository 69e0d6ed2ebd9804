/** Tests the rights table exhaustively: every call × role × kind of id, and every kind of invalid token. */
import { createAccessToken } from '@server/api/auth/access-token';
import { readSigningKey } from '@server/api/settings/keys';
import { multipartFile } from '@tests/support/multipart';
import { pictures } from '@tests/support/pictures';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import type { Maker } from './support/rights-ids';
import { rights } from './support/rights-of-capabilities';
import { newSet, type Rule } from './support/rights-table';
import { useTestServer } from './support/test-server';

const server = useTestServer();

/** The company of each role: STUDENT and STAFF are of minato; TEACHER and ADMIN of none. */
const callers = ['student', 'staff', 'teacher', 'admin'] as const;

let made = 0;
async function create(path: string, json: object): Promise<string> {
  const { status, body } = await server.call('POST', `/api/v1${path}`, { as: 'admin', json });
  if (status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return body.id;
}
function makeUser(role: string, companyId: string | null): Promise<string> {
  made += 1;
  return create('/users/', { username: `rights-${made}`, password: 'made-password', name: '試験', role, companyId });
}
function makeAssignment(companyId: string): Promise<string> {
  const dueAt = '2030-12-31T14:59:59.000Z';
  return create('/assignments/', { id: crypto.randomUUID(), courseId: 'git', companyId, dueAt });
}
const title = { title: '試験' };
const makers: Record<Maker, () => Promise<string>> = {
  course: () => create('/courses/', title),
  section: () => create('/sections/', { ...title, courseId: 'onboarding' }),
  chapter: () => create('/chapters/', { ...title, sectionId: 'onboarding-s1' }),
  lesson: () => create('/lessons/', { ...title, chapterId: 'onboarding-s1-c1' }),
  'question-set': () => create('/question-set/', newSet),
  content: async () => {
    made += 1;
    const path = `/api/v1/content/pub-container/rights-${made}.png`;
    return (await server.call('PUT', path, { as: 'admin', ...multipartFile(pictures.png) })).body.id;
  },
  colleague: () => makeUser('STUDENT', 'minato'),
  stranger: () => makeUser('STUDENT', 'yamabiko'),
  'admin-user': () => makeUser('ADMIN', null),
  assignment: () => makeAssignment('minato'),
  'assignment-elsewhere': () => makeAssignment('yamabiko'),
  'trashed-picture': async () => {
    const picture = await makers.content();
    const question = { ...newSet.questions[0], body: `![図](content:${picture})` };
    const id = await create('/question-set/', { ...newSet, lessonId: 'git-terminal', questions: [question] });
    await server.call('DELETE', `/api/v1/question-set/${id}`, { as: 'admin' });
    return picture;
  },
  'deleted-course': async () => {
    const id = await create('/courses/', title);
    await server.call('DELETE', `/api/v1/courses/${id}`, { as: 'admin' });
    const { body } = await server.call('GET', '/api/v1/trash/?size=200', { as: 'admin' });
    return body.items.find(({ subjectId }: { subjectId: string }) => subjectId === id).id;
  },
};

/** One thing of each kind, at which refused calls aim: a call that is wrongly allowed answers 2xx. */
const targets = new Map<Maker, Promise<string>>();
function targetOf(maker: Maker): Promise<string> {
  const target = targets.get(maker) ?? makers[maker]();
  targets.set(maker, target);
  return target;
}

async function pathOf(
  rule: Rule,
  { id, isRefused }: { id: Rule['ids'][string]['id']; isRefused: boolean },
  caller: string,
) {
  const value = typeof id === 'string' ? id : await (isRefused ? targetOf(id.make) : makers[id.make]());
  return rule.call.split(' ')[1]?.replace('{id}', value === 'self' ? `user-${caller}` : value) ?? '';
}

const cases = rights.flatMap((rule, row) => callers.map((caller, column) => ({ rule, caller, column, row: row + 1 })));

describe('every call by every role', () => {
  test.each(cases)(
    'the call of row $row in the rights table, $rule.call by $caller, is answered as the table says',
    async ({ rule, caller, column }) => {
      const answers: Record<string, number> = {};
      const expected: Record<string, number> = {};
      for (const [kind, { id, expected: statuses }] of Object.entries(rule.ids)) {
        const isRefused = (statuses[column] ?? 0) >= 400;
        const path = await pathOf(rule, { id, isRefused }, caller);
        const answer = await server.call(rule.call.split(' ')[0] ?? '', `/api/v1${path}`, {
          ...rule.options?.(),
          as: caller,
        });
        answers[kind] = answer.status;
        expected[kind] = statuses[column] ?? 0;
        if (answer.status >= 400) expect(answer.headers.get('Content-Type')).toContain('application/problem+json');
      }

      expect(answers).toEqual(expected);
    },
  );
});

describe('lists contain only what the caller may see', () => {
  test.each(['courses', 'sections', 'chapters', 'lessons', 'question-set', 'content'])(
    'the list of %s contains no drafts for students',
    async (name) => {
      const asStudent = await server.call('GET', `/api/v1/${name}/?size=200`, { as: 'student' });
      const asStaff = await server.call('GET', `/api/v1/${name}/?size=200`, { as: 'staff' });

      expect(JSON.stringify(asStudent.body)).not.toContain('onboarding');
      expect(JSON.stringify(asStaff.body)).toContain('onboarding');
      expect(asStudent.body.total).toBe(asStudent.body.items.length);
    },
  );

  test('the list of users contains for students only themselves', async () => {
    const { body } = await server.call('GET', '/api/v1/users/?size=200', { as: 'student' });

    expect(body).toMatchObject({ total: 1, items: [{ id: 'user-student' }] });
  });

  test('the list of users contains for staff only their own company', async () => {
    const { body } = await server.call('GET', '/api/v1/users/?size=200', { as: 'staff' });

    expect(new Set(body.items.map((user: { companyId: string }) => user.companyId))).toEqual(new Set(['minato']));
  });
});

/**
 * Each kind of file, and the statuses of its file's URL without a signature, with a valid one, and with an invalid one.
 */
const files: [kind: string, id: () => Promise<string> | string, plain: number, signed: number, forged: number][] = [
  ['published text', () => 'security-why-md', 400, 200, 400],
  ['draft text', () => 'onboarding-first-day-md', 404, 200, 404],
  ['published picture', () => 'security-img-cover', 200, 200, 200],
  ['picture that nothing uses', () => makers.content(), 404, 200, 404],
  ['picture in the trash', () => makers['trashed-picture'](), 404, 200, 404],
];
test.each(files)(
  'the file of a %s is served by its URL alone to every user, and an access token opens nothing more',
  async (_, id, ...expected) => {
    const { body: url } = await server.call('GET', `/api/v1/content/${await id()}`, { as: 'admin' });
    const [path = ''] = (url as string).split('?');
    const forged = `${path}?v=1&expires=99999999999&signature=${'x'.repeat(43)}`;

    for (const as of [undefined, ...callers]) {
      const answers = [path, url, forged].map((each) => server.call('GET', each, { as }));
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(expected);
    }
  },
);

/** Returns the assignments that the server lists for a caller, after one assignment was created for each company. */
async function listAssignments(as: string): Promise<{ companyId?: string; userIds?: string[] }[]> {
  for (const company of ['minato', 'yamabiko']) await makeAssignment(company);
  return (await server.call('GET', '/api/v1/assignments/?size=200', { as })).body.items;
}

test.each([
  ['student', [undefined]],
  ['staff', ['minato']],
  ['teacher', ['minato', 'yamabiko']],
  ['admin', ['minato', 'yamabiko']],
])('%s are listed assignments of companies %j alone', async (as, companies) => {
  const listed = await listAssignments(as);
  const found = [...new Set(listed.filter(({ userIds }) => !userIds).map(({ companyId }) => companyId))];

  expect(found).toHaveLength(companies.length);
  expect(found).toEqual(expect.arrayContaining(companies));
});

/** Signs users in and creates tokens of every invalid kind. */
async function deadTokens(role: string): Promise<Record<string, string | undefined>> {
  const signIn = async () => {
    const id = await makeUser(role, 'minato');
    const { body } = await server.signIn(`rights-${made}`, 'made-password');
    return { id, token: body.access_token as string };
  };
  const [revoked, suspended, deleted, reset, live] = [
    await signIn(),
    await signIn(),
    await signIn(),
    await signIn(),
    await signIn(),
  ];
  await server.call('POST', '/api/v1/revoke', {
    body: new URLSearchParams({ token: revoked.token }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  const change = (id: string, json: object) => server.call('PATCH', `/api/v1/users/${id}`, { as: 'admin', json });
  await change(suspended.id, { active: false });
  await change(reset.id, { password: 'reset-password' });
  await server.database.execute(sql`delete from users where id = ${deleted.id}`);
  const [, payload = ''] = live.token.split('.');
  const { sub, sid } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const key = await readSigningKey(server.database);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    revoked: revoked.token,
    suspended: suspended.token,
    deleted: deleted.token,
    reset: reset.token,
    expired: await createAccessToken(sub, sid, -1, key),
    forged: await createAccessToken(sub, sid, 10, `${key}x`),
    'of another user’s session': await createAccessToken('user-admin', sid, 10, key),
    unsigned: `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    none: 'x',
    nobody: undefined,
  };
}

test.each(['STUDENT', 'STAFF', 'TEACHER', 'ADMIN'])(
  'invalid tokens of a %s are refused by every call',
  async (role) => {
    const opened: string[] = [];
    for (const [kind, token] of Object.entries(await deadTokens(role))) {
      const calls = new Set(rights.map(({ call }) => call.replace('{id}', 'security')));
      const answers = [...calls].map(async (call) => {
        const [method = '', path = ''] = call.split(' ');
        const { status } = await server.call(method, `/api/v1${path}`, { token });
        if (status !== 401 && status !== 405) opened.push(`${kind}: ${call}: ${status}`);
      });
      await Promise.all(answers);
    }

    expect(opened).toEqual([]);
  },
);
