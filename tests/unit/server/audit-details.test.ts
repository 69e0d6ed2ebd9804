/**
 * Tests the audit log with `details=1`: what was changed in a person, and filters; without it, the same response as in
 * earlier versions.
 */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { AuditEntry } from '@/api/audit';

import { useTestServer } from './support/test-server';

const server = useTestServer();
const list = async (query: string) => (await server.call('GET', `/api/v1/audit/${query}`, { as: 'admin' })).body;
const change = (json: object) => server.call('PATCH', '/api/v1/users/user-student', { as: 'admin', json });

test('the audit log distinguishes suspension, password and company, only with details=1', async () => {
  await change({ active: false });
  await change({ active: true });
  await change({ password: 'umibe-no-kissaten' });
  await change({ companyId: null });

  const { items } = (await list('?details=1&size=4')) as { items: AuditEntry[] };
  expect(items.map(({ details }) => details)).toEqual([
    '企業：株式会社みなと → 企業なし',
    'パスワード',
    '利用再開',
    '利用停止',
  ]);
  const plain = (await list('?size=4&q=nothing')) as { items: object[]; applied?: unknown };
  expect(plain.items.map((item) => Object.keys(item).includes('details'))).toEqual([false, false, false, false]);
  expect(plain.applied).toBeUndefined();
});

test('the audit log can be searched by words, person and time span', async () => {
  await change({ name: '100%の人' });

  expect(await list('?details=1&q=100%25')).toMatchObject({ total: 1 });
  expect(await list('?details=1&q=100_')).toMatchObject({ total: 0 });
  expect(await list('?details=1&person=user-nobody')).toMatchObject({ total: 0 });
  expect(await list('?details=1&to=2020-01-01T00:00:00Z')).toMatchObject({ total: 0 });
});

const call = async (method: string, path: string, json?: object) => {
  const { status, body } = await server.call(method, `/api/v1${path}`, { as: 'teacher', json });
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
};

/** Returns the newest audit entries as text: action, kind, name, details. */
async function newest(size: number): Promise<string[]> {
  const { items } = (await list(`?details=1&size=${size}`)) as { items: AuditEntry[] };
  return items
    .map(({ action, kind, subjectName, details }) => [action, kind, subjectName, details].join(' | '))
    .toReversed();
}

test('the audit log records sections, chapters and lessons with their course, and titles with their old value', async () => {
  const { id: courseId } = await call('POST', '/courses/', { title: '試作' });
  const section = await call('POST', '/sections/', { courseId, title: '節' });
  const chapter = await call('POST', '/chapters/', { sectionId: section.id, title: '章' });
  const lesson = await call('POST', '/lessons/', { chapterId: chapter.id, title: '課' });
  await call('PATCH', `/lessons/${lesson.id}`, { title: '第一課', minutes: 5, order: 0 });
  await call('PATCH', `/lessons/${lesson.id}`, { title: '第一課' });
  await call('PATCH', `/courses/${courseId}`, { status: 'published', title: '完成' });
  await call('PATCH', `/chapters/${chapter.id}`, { title: '序章' });
  await call('DELETE', `/lessons/${lesson.id}`);
  await call('DELETE', `/sections/${section.id}`);

  expect(await newest(9)).toEqual([
    'create | course | 試作 | ',
    'create | section | 節 | コース：試作',
    'create | chapter | 章 | コース：試作',
    'create | lesson | 課 | コース：試作',
    'change | lesson | 第一課 | コース：試作、タイトル：課 → 第一課、目安',
    'change | course | 完成 | タイトル：試作 → 完成、公開',
    'change | chapter | 序章 | コース：完成、タイトル：章 → 序章',
    'delete | lesson | 第一課 | コース：完成',
    'delete | section | 節 | コース：完成',
  ]);
});

const choices = [
  { id: 'a', body: '**火曜**' },
  { id: 'b', body: '水曜' },
];

test("the audit log records a corrected answer key with its old and new answers, by the question's number", async () => {
  const { items } = (await call('GET', '/lessons/?size=1')) as { items: { id: string; courseId: string }[] };
  const lessonId = items[0]?.id;
  const single = { id: 'q1', type: 'single', body: 'いつ？', choices, correctChoiceIds: ['a'] };
  const text = { id: 'q2', type: 'text', body: '何？', choices: [], acceptedAnswers: ['橋'] };
  const set = { lessonId, title: '確認', questions: [single, text] };
  const { id } = await call('POST', '/question-set/', set);
  const changed = [
    { ...single, correctChoiceIds: ['b'] },
    { ...text, acceptedAnswers: ['橋', 'はし'] },
  ];
  await call('PUT', `/question-set/${id}`, { ...set, questions: changed });
  await call('PUT', `/question-set/${id}`, { ...set, questions: changed });
  const third = { ...text, id: 'q3' };
  await call('PUT', `/question-set/${id}`, { ...set, title: '確認問題', questions: [changed[1], { ...third }] });
  await call('DELETE', `/question-set/${id}`);

  const course = (await call('GET', `/courses/${items[0]?.courseId}`)).title;
  expect(await newest(4)).toEqual([
    `create | question-set | 確認 | コース：${course}`,
    `change | question-set | 確認 | コース：${course}、問1の正解：**火曜** → 水曜、問2の正解：橋 → 橋／はし`,
    `change | question-set | 確認問題 | コース：${course}、タイトル：確認 → 確認問題、問2の追加、1問の削除`,
    `delete | question-set | 確認問題 | コース：${course}`,
  ]);
});

test('the audit log records required courses with company or people and date, with one entry if the call is repeated', async () => {
  const required = { id: 'r1', courseId: 'git', companyId: 'minato', dueAt: '2026-12-31T14:59:59Z' };
  await call('POST', '/assignments/', required);
  await call('POST', '/assignments/', required);
  await call('PATCH', '/assignments/r1', { dueAt: '2027-01-31T14:59:59Z' });
  await call('PATCH', '/assignments/r1', { note: '' });
  await call('DELETE', '/assignments/r1');
  const personal = { courseId: 'git', userIds: ['user-student', 'user-student2'], dueAt: required.dueAt };
  await call('POST', '/assignments/', { ...personal, id: 'r2' });

  const course = (await call('GET', '/courses/git')).title;
  const { name } = await call('GET', '/users/user-student');
  expect(await newest(4)).toEqual([
    `create | assignment | ${course} | 対象：株式会社みなと、期限：2026年12月31日`,
    `change | assignment | ${course} | 対象：株式会社みなと、期限：2026年12月31日 → 2027年1月31日`,
    `delete | assignment | ${course} | 対象：株式会社みなと、期限：2027年1月31日`,
    `create | assignment | ${course} | 対象：${name}（student）ほか1名、期限：2026年12月31日`,
  ]);
});

test("without details=1 the audit log lists only courses and users; changes of a course's parts are stored as kind course", async () => {
  const { items } = (await list('?size=200')) as { items: AuditEntry[] };
  expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(['course', 'user']));
  expect(items.some((item) => Object.hasOwn(item, 'part'))).toBe(false);

  const { rows } = (await server.database.execute(
    sql`select distinct kind from audit_entries where part is not null`,
  )) as unknown as { rows: object[] };
  expect(rows).toEqual([{ kind: 'course' }]);
});

test('audit entries of an earlier version have no details and are answered with and without details=1', async () => {
  await server.database.execute(sql`insert into audit_entries (id, at, action, kind, subject_id, subject_name)
    values ('old', now() + interval '1 second', 'change', 'user', 'u1', '昨日の人')`);

  const old = { id: 'old', kind: 'user', subjectName: '昨日の人', actorName: null };
  for (const query of ['?size=1', '?details=1&size=1', '?details=1&q=昨日']) {
    const { items } = (await list(query)) as { items: AuditEntry[] };
    expect(items).toMatchObject([old]);
    expect(items[0]?.details).toBeUndefined();
  }
});
