/** Tests users and companies: fields, refusals that name the field, own records, and the last admin. */
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { companySchema } from '@/api/companies';
import { pageSchema } from '@/api/shapes';
import { userSchema } from '@/api/users';

import { useTestServer } from './support/test-server';

const server = useTestServer();

const call = (method: string, path: string, as: string, json?: unknown) =>
  server.call(method, `/api/v1${path}`, { as, json });
const person = { username: 'new-user', password: 'long-enough', name: '新 人', role: 'STUDENT' };

describe('the shapes', () => {
  test.each([
    ['/users/', 'staff', pageSchema(userSchema)],
    ['/users/user-student', 'student', userSchema],
    ['/users/user-kato', 'staff', userSchema],
    ['/me/', 'admin', userSchema],
    ['/me/company', 'student', companySchema],
    ['/me/company', 'admin', z.null()],
    ['/companies/', 'teacher', pageSchema(companySchema)],
  ])('GET %s as %s matches its schema', async (path, as, schema) => {
    const { status, body } = await call('GET', path, as);

    expect(status).toBe(200);
    expect(z.safeParse(schema as z.core.$ZodType, body).error).toBeUndefined();
    expect(JSON.stringify(body)).not.toMatch(/password|hash/i);
  });

  test('staff see progress in user records, students not in their own record', async () => {
    expect((await call('GET', '/users/user-kato', 'staff')).body.progress.lessonCount).toBe(40);
    expect((await call('GET', '/users/user-student', 'student')).body.progress).toBeUndefined();
  });

  test('the list of users is sorted by user name, in pages without duplicates', async () => {
    const pages = [1, 2, 3].map(async (page) => (await call('GET', `/users/?size=10&page=${page}`, 'admin')).body);
    const [first, ...rest] = await Promise.all(pages);
    const names: string[] = [first, ...rest].flatMap((page) =>
      page.items.map((user: { username: string }) => user.username),
    );

    expect(first).toMatchObject({ total: 24, page: 1, size: 10, pages: 3 });
    expect(new Set(names).size).toBe(24);
    expect(names).toEqual(names.toSorted());
  });

  test('a company is answered with its number of users', async () => {
    expect((await call('GET', '/companies/yamabiko', 'admin')).body.userCount).toBe(6);
  });
});

describe('creating a user', () => {
  test('creating a user answers the user, who can sign in', async () => {
    const { status, body } = await call('POST', '/users/', 'teacher', {
      ...person,
      email: 'new@example.com',
      companyId: 'minato',
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      username: 'new-user',
      name: '新 人',
      email: 'new@example.com',
      role: 'STUDENT',
      companyId: 'minato',
      active: true,
    });
    expect((await server.signIn('new-user', 'long-enough')).status).toBe(200);
  });

  test.each(['STUDENT', 'Student', 'student'])('the taken user name %s is refused, in any case', async (username) => {
    const { status, body } = await call('POST', '/users/', 'admin', { ...person, username });

    expect(status).toBe(409);
    expect(body.errors).toEqual([{ path: 'username', message: 'このユーザー名はすでに使われています。' }]);
  });

  test('of two concurrent requests for one new user name, one succeeds', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => call('POST', '/users/', 'admin', { ...person, username: 'at-once' })),
    );

    expect(answers.map((answer) => String(answer.status)).toSorted()).toEqual(['201', '409', '409']);
  });

  test.each([
    ['username', 'あ'],
    ['username', 'a b'],
    ['password', 'short'],
    ['name', ' '],
    ['email', 'nobody'],
    ['role', 'KING'],
    ['companyId', 'nothing'],
  ])('a user with %s %s is refused with that field', async (field, value) => {
    const { status, body } = await call('POST', '/users/', 'admin', { ...person, username: 'fresh', [field]: value });

    expect(status).toBe(422);
    expect(body.errors).toEqual([{ path: field, message: expect.stringMatching(/。$/) }]);
  });
});

describe('one’s own record', () => {
  test.each(['student2', 'staff', 'teacher', 'admin'])(
    '%s can change their own name and e-mail, and send other fields unchanged',
    async (as) => {
      const { body: own } = await call('GET', '/me/', as);
      const { username, role, companyId, active } = own;
      const json = { name: '改 名', email: null, username, role, companyId, active };
      const { status, body } = await call('PATCH', `/users/${own.id}`, as, json);

      expect(status).toBe(200);
      expect(body).toMatchObject({ name: '改 名', email: null, username, role });
      await call('PATCH', `/users/${own.id}`, as, { name: own.name, email: own.email });
    },
  );

  test.each([
    ['student', { role: 'ADMIN' }],
    ['student', { companyId: 'yamabiko' }],
    ['student', { companyId: null }],
    ['student', { username: 'other' }],
    ['student', { active: false }],
    ['staff', { role: 'TEACHER' }],
    ['staff', { companyId: 'yamabiko' }],
    ['teacher', { role: 'ADMIN' }],
  ])('%s cannot change the field %j of their own record', async (as, json) => {
    const { status } = await call('PATCH', `/users/user-${as}`, as, json);

    expect(status).toBe(403);
  });

  test.each(['teacher', 'admin'])('%s can neither suspend nor delete their own account', async (as) => {
    expect((await call('PATCH', `/users/user-${as}`, as, { active: false })).status).toBe(409);
    expect((await call('DELETE', `/users/user-${as}`, as)).status).toBe(409);
  });
});

describe('the last admin', () => {
  test('the last admin cannot give up the role until there is another active admin', async () => {
    const refused = await call('PATCH', '/users/user-admin', 'admin', { role: 'TEACHER' });
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('最後の管理者') } });

    const { body: other } = await call('POST', '/users/', 'admin', {
      ...person,
      username: 'second-admin',
      role: 'ADMIN',
    });
    const { body: tokens } = await server.signIn('second-admin', person.password);
    await call('PATCH', `/users/${other.id}`, 'admin', { active: false });
    expect((await call('PATCH', '/users/user-admin', 'admin', { role: 'TEACHER' })).status).toBe(409);
    expect((await server.call('GET', '/api/v1/me/', { token: tokens.access_token })).status).toBe(401);
  });

  test('when two admins delete each other concurrently, one remains', async () => {
    const { body: other } = await call('POST', '/users/', 'admin', {
      ...person,
      username: 'third-admin',
      role: 'ADMIN',
    });
    const { body: tokens } = await server.signIn('third-admin', person.password);
    const answers = await Promise.all([
      call('PATCH', `/users/${other.id}`, 'admin', { role: 'TEACHER' }),
      server.call('PATCH', '/api/v1/users/user-admin', { token: tokens.access_token, json: { role: 'TEACHER' } }),
    ]);
    const statuses = answers.map((answer) => answer.status);

    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });
});

describe('companies', () => {
  test('a company is created and changed; a field that the change leaves out keeps its value', async () => {
    const { status, body: made } = await call('POST', '/companies/', 'teacher', {
      name: ' 合同会社ひばり ',
      note: '覚え書き',
    });
    expect({ status, made }).toMatchObject({
      status: 201,
      made: { name: '合同会社ひばり', note: '覚え書き', userCount: 0 },
    });
    const { body: changed } = await call('PATCH', `/companies/${made.id}`, 'teacher', { name: '合同会社ひばり堂' });

    expect(changed).toMatchObject({ name: '合同会社ひばり堂', note: '覚え書き', createdAt: made.createdAt });
    expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(made.updatedAt));
  });

  test('a company without a name is refused', async () => {
    expect((await call('POST', '/companies/', 'teacher', { name: '' })).body.errors).toMatchObject([
      { path: 'name', message: '入力してください。' },
    ]);
  });
});

describe('the reading of a name', () => {
  const set = (nameKana: unknown, as = 'admin') => call('PATCH', '/users/user-abe', as, { nameKana });

  test.each([
    ['あべ ひかる', 'アベ ヒカル'],
    ['ｱﾍﾞ　ﾋｶﾙ', 'アベ ヒカル'],
    ['  アベ   ヒカル ', 'アベ ヒカル'],
    ['ゔぁん・ごっほ', 'ヴァン・ゴッホ'],
    ['すーざん', 'スーザン'],
    [null, null],
  ])('the kana reading %j is normalised to %j', async (written, kept) => {
    expect(await set(written)).toMatchObject({ status: 200, body: { nameKana: kept, name: '阿部 光' } });
  });

  test.each([
    ['阿部 光', 'ひらがなかカタカナで入力してください。'],
    ['Abe', 'ひらがなかカタカナで入力してください。'],
    ['', '入力してください。'],
    ['ア'.repeat(101), '100文字以内にしてください。'],
  ])('refuses the reading %j with a sentence', async (written, message) => {
    const { status, body } = await set(written);
    expect([status, body.errors]).toEqual([422, [{ path: 'nameKana', message }]]);
  });

  test('the kana reading is optional, can be set for a new user, and can be changed by the user', async () => {
    const added = await call('POST', '/users/', 'admin', { ...person, username: 'read-1', nameKana: 'しん じん' });
    expect(added).toMatchObject({ status: 201, body: { nameKana: 'シン ジン' } });
    expect(await call('POST', '/users/', 'admin', { ...person, username: 'read-2' })).toMatchObject({
      status: 201,
      body: { nameKana: null },
    });
    const own = await call('PATCH', '/users/user-student', 'student', { nameKana: 'さとう みさき' });
    expect(own).toMatchObject({ status: 200, body: { nameKana: 'サトウ ミサキ' } });
  });
});
