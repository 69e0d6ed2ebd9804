/** Tests searched lists: searching, filtering and sorting people, courses and lessons. */
import { folded } from '@server/db/search-columns';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';

import { type User, userSchema } from '@/api/users';
import { commonForms } from '@/lib/kanji-variants';
import { foldText } from '@/lib/search-text';
import { now } from '@/storage/now';
import { learnerStatusOf } from '@/study/people/learner-status';

import { useTestServer } from './support/test-server';

const server = useTestServer();
const get = async (path: string, as = 'admin') => {
  const { status, body } = await server.call('GET', `/api/v1${path}`, { as });
  expect(status, path).toBe(200);
  return body;
};
const people = async (query: string, as = 'admin') => {
  const { items, total, applied } = await get(`/users/?size=200&${query}`, as);
  expect(total).toBe(items.length);
  const people = (items as unknown[]).map((item) => userSchema.parse(item));
  return { people, names: people.map(({ username = '' }) => username), applied };
};
const encoded = (words: string) => encodeURIComponent(words);

beforeAll(async () => {
  const json = { password: 'umibe-no-kissaten', role: 'STUDENT' };
  const others = [
    {
      username: 'z1',
      name: '東海林 さだお',
      nameKana: 'ショウジ サダオ',
      companyId: 'yamabiko',
      email: 'Sada@Example.com',
    },
    { username: 'z2', name: '蒲生 がもう', nameKana: 'ガモウ', companyId: null },
    { username: 'z3', name: 'はなだ', companyId: 'yamabiko' },
  ];
  for (const other of others) await server.call('POST', '/api/v1/users/', { as: 'admin', json: { ...json, ...other } });
  await server.call('PATCH', '/api/v1/users/user-abe', { as: 'admin', json: { active: false } });
});

describe('people', () => {
  test.each([
    ['東海林', ['z1']],
    ['しょうじ', ['z1']],
    ['ｼｮｳｼﾞ サダオ', ['z1']],
    ['ショウジサダオ', ['z1']],
    ['EXAMPLE.COM sada', ['z1']],
    ['z1 はなだ', []],
    ['"', undefined],
    ['%', []],
    ['_', []],
  ])('the list of users finds people by %s', async (words, found) => {
    const { names, applied } = await people(`q=${encoded(words)}`);
    expect(applied).toEqual(['q']);
    if (found) expect(names).toEqual(found);
    else expect(names).toHaveLength(27);
  });

  test('the list of users is filtered by company, role and status together', async () => {
    expect((await people('companyId=yamabiko&role=STUDENT&sort=name')).names).toEqual([
      'abe',
      'ikeda',
      'ishikawa',
      'student2',
      'z1',
      'hashimoto',
      'z3',
      'mori',
    ]);
    const { names, applied } = await people('companyId=yamabiko&role=STUDENT&state=suspended');
    expect(names).toEqual(['abe']);
    expect(applied).toEqual(['companyId', 'role', 'state']);
    expect((await people('companyId=nobodys')).names).toEqual([]);
  });

  test('the list of users finds people by user names in any case, limited to visible ones', async () => {
    const { names, applied } = await people('usernames=Z1,nobody,staff,student2&courses=false');
    expect(names).toEqual(['staff', 'student2', 'z1']);
    expect(applied).toEqual(['courses', 'usernames']);
    expect((await people('usernames=z1,staff,student2', 'staff')).names).toEqual(['staff']);
    expect((await people('usernames=z1,staff', 'student')).names).toEqual([]);
  });

  test('the server’s statuses of learners equal those that the app computes', async () => {
    const { people: all } = await people('');
    const stateOf = (user: User) => (user.active ? learnerStatusOf(user, now()) : 'suspended');
    for (const state of ['behind', 'unstarted', 'steady', 'finished', 'suspended'] as const) {
      const { names } = await people(`state=${state}`);
      expect(names, state).toEqual(all.filter((user) => stateOf(user) === state).map(({ username }) => username));
    }
    expect((await people('state=behind')).names.length).toBeGreaterThan(1);
  });

  test('the list of users is sorted by kana reading: か beside が, the long-vowel mark ー ignored', async () => {
    const { names } = await people('sort=name');
    const between = names.slice(names.indexOf('kato'), names.indexOf('kimura') + 1);
    expect(between).toEqual(['kato', 'z2', 'kimura']);
    expect((await people('sort=-name')).names).toEqual(names.toReversed());
  });

  test.each([
    ['role', ({ role = 'STAFF' }: User) => ['ADMIN', 'TEACHER', 'STUDENT', 'STAFF'].indexOf(role)],
    ['last', ({ lastStudiedAt }: User) => Date.parse(lastStudiedAt ?? '') || 0],
    [
      'progress',
      ({ role, progress }: User) =>
        role === 'STUDENT' && progress ? (progress.readLessonCount ?? 0) / (progress.lessonCount ?? 0) : -1,
    ],
    [
      'state',
      (user: User) =>
        ['behind', 'unstarted', 'steady', 'finished', undefined, 'suspended'].indexOf(
          user.active ? learnerStatusOf(user, now()) : 'suspended',
        ),
    ],
    ['company', ({ companyId }: User) => ['', 'yamabiko', 'minato'].indexOf(companyId ?? '')],
  ])('sorts people by %s, ascending and descending', async (sort, valueOf) => {
    const up = (await people(`sort=${sort}`)).people.map(valueOf);
    const down = (await people(`sort=-${sort}`)).people.map(valueOf);
    expect(up).toEqual(up.toSorted((a, b) => a - b));
    expect(down).toEqual(up.toReversed());
  });

  test('pages of people have no duplicates, and each page has the total, also one after the last', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => get(`/users/?sort=-progress&size=10&page=${page}`)));
    const ids = pages.flatMap(({ items }) => items.map(({ id }: User) => id));
    expect(new Set(ids).size).toBe(27);
    expect(pages.map(({ total, items }) => [total, items.length])).toEqual([
      [27, 10],
      [27, 10],
      [27, 7],
      [27, 0],
    ]);
  });

  test.each([
    'sort=age',
    'state=lazy',
    'role=KING',
    'companyId=..',
    'q=%00',
    `q=${'a'.repeat(201)}`,
    'sort=',
    'usernames=a,',
    'usernames=%E4%BD%90',
  ])('ignores the invalid parameter %s, and `applied` does not name it', async (query) => {
    const { names, applied } = await people(`${query}&courses=false`);
    expect(applied).toEqual(['courses']);
    expect(names).toHaveLength(27);
  });

  test('the parameter courses=false leaves out the progress by course', async () => {
    const [first] = (await get('/users/?courses=false')).items;
    expect(first).not.toHaveProperty('courses');
    expect(first.progress).toMatchObject({ lessonCount: expect.any(Number) });
    expect((await get('/users/')).items[0].courses.length).toBeGreaterThan(2);
    expect(JSON.stringify(await get('/users/'))).not.toMatch(/searchText|sortName|passwordHash/);
  });

  test.each([
    ['staff', 'companyId=yamabiko', 0],
    ['staff', 'q=ito', 0],
    ['student', 'companyId=minato', 1],
    ['student', 'companyId=yamabiko', 0],
    ['student', 'state=behind&role=STUDENT', 0],
    ['student', 'sort=-name&q=a', 1],
  ])('parameters never show %s more people than they may see: %s', async (as, query, length) => {
    expect((await people(query, as)).names).toHaveLength(length);
  });
});

describe('titles', () => {
  test('the list of lessons finds lessons by title, with their neighbours in the course', async () => {
    const { items, total, applied } = await get(`/lessons/?q=${encoded('ﾊﾟｽｷｰ ぱすわーど')}`, 'student');
    expect({ total, applied }).toEqual({ total: 1, applied: ['q'] });
    expect(items).toEqual([await get('/lessons/security-passkeys', 'student')]);
  });

  test('the list of lessons finds lessons by course, content and ids, with neighbours outside the result', async () => {
    const [, second, third] = (await get('/lessons/?courseId=git', 'student')).items;
    expect((await get('/lessons/?courseId=git&size=200', 'student')).items).toEqual(
      (await get('/lessons/?size=200', 'student')).items.filter(
        ({ courseId }: { courseId: string }) => courseId === 'git',
      ),
    );
    expect(await get(`/lessons/?contentId=${second.contentId}`, 'student')).toMatchObject({
      total: 1,
      applied: ['contentId'],
      items: [second],
    });
    expect((await get(`/lessons/?ids=${third.id},nowhere,${second.id}`, 'student')).items).toEqual([second, third]);
    expect((await get(`/lessons/?ids=${second.id}&courseId=security`, 'student')).total).toBe(0);
    expect((await get('/lessons/?ids=..&contentId=a%2Fb', 'student')).applied).toEqual([]);
  });

  test('the list of courses finds courses by title', async () => {
    const { items, total, applied } = await get('/courses/?q=GIT', 'student');
    expect({ total, applied }).toEqual({ total: 1, applied: ['q'] });
    expect(items.map(({ id }: { id: string }) => id)).toEqual(['git']);
    expect(items[0]).not.toHaveProperty('searchText');
  });

  test.each([
    ['student', 0],
    ['staff', 1],
  ])('a search for titles of drafts by %s finds: %i', async (as, count) => {
    expect((await get(`/lessons/?q=${encoded('一日目の流れ')}`, as)).total).toBe(count);
    const { id } = (await get('/courses/?size=200', 'staff')).items.find(
      ({ status }: { status: string }) => status === 'draft',
    );
    const { title } = await get(`/courses/${id}`, 'staff');
    expect((await get(`/courses/?q=${encoded(title)}`, as)).total).toBe(count);
  });
});

test.each([
  'パスワードとパスキー',
  'ﾊﾟｽﾜｰﾄﾞ',
  'か゛っこう　１２３',
  'Ａｂｃ D\u00ADe',
  '辻\u{E0100} 太郎',
  '髙橋〜「A‐1」',
  'it’s a “line”\n2',
  'ヴァイオリン・㈱ｻﾝﾌﾟﾙ',
  '𠮷田 邉',
])('the database folds 「%s」 like the app, except for spaces and forms of kanji', async (text) => {
  const answer = await server.database.execute(sql`select ${folded(sql`${text}::text`)} as made`);
  const { rows } = answer as unknown as { rows: { made: string }[] };
  const made = Array.from(rows[0]?.made ?? '', (letter) => commonForms.get(letter) ?? letter).join('');
  expect(made).toBe(foldText(text).replaceAll(' ', ''));
});
