/** Tests optimistic locking of every kind of resource: an edit from an older version is refused with the newer one. */
import { beforeAll, describe, expect, test } from 'vitest';

import { useCurriculum } from './support/curriculum';

const { server, post, makeCourse } = useCurriculum();

interface Edited {
  path: string;
  /** The further fields that a PUT of each resource needs. */
  rest?: object;
  field: string;
}
const questions = [{ id: 'q', type: 'text', body: '問', choices: [], acceptedAnswers: ['答'] }];
const kinds = ['courses', 'sections', 'chapters', 'lessons', 'question-set', 'companies', 'users'] as const;
const edited = {} as Record<(typeof kinds)[number], Edited>;

beforeAll(async () => {
  const { courseId, first, a } = await makeCourse();
  const create = async (path: string, json: object): Promise<string> =>
    (await server.call('POST', `/api/v1${path}`, { as: 'admin', json })).body.id;
  const titled = (path: string) => ({ path, field: 'title' });
  const section = (await post('/sections/', { courseId, title: '三' })).id;
  const set = { lessonId: a, title: '問題', questions };
  const person = { username: 'edited', password: 'long-enough-7', name: '新 人', role: 'STUDENT', companyId: 'minato' };
  edited.courses = titled(`/courses/${courseId}`);
  edited.sections = titled(`/sections/${section}`);
  edited.chapters = titled(`/chapters/${first}`);
  edited.lessons = titled(`/lessons/${a}`);
  edited['question-set'] = { ...titled(`/question-set/${await create('/question-set/', set)}`), rest: set };
  edited.companies = { path: `/companies/${await create('/companies/', { name: '会社' })}`, field: 'name' };
  edited.users = { path: `/users/${await create('/users/', person)}`, field: 'name' };
});

const get = async (path: string) => (await server.call('GET', `/api/v1${path}`, { as: 'admin' })).body;
const save = (kind: (typeof kinds)[number], words: string, updatedAt?: string) => {
  const { path, rest, field } = edited[kind];
  const json = { ...rest, [field]: words, updatedAt };
  return server.call(rest ? 'PUT' : 'PATCH', `/api/v1${path}`, { as: 'admin', json });
};

describe.each(kinds)('%s', (kind) => {
  test('an edit from the current version is saved and gives a new version', async () => {
    const { updatedAt } = await get(edited[kind].path);
    const { status, body } = await save(kind, '改', updatedAt);

    expect({ status, words: body[edited[kind].field] }).toEqual({ status: 200, words: '改' });
    expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.parse(updatedAt));
    expect((await get(edited[kind].path)).updatedAt).toBe(body.updatedAt);
  });

  test('an edit from an older version is refused with the newer one, and changes nothing', async () => {
    const { updatedAt } = await get(edited[kind].path);
    const first = await save(kind, '先', updatedAt);
    const second = await save(kind, '後', updatedAt);

    expect(second).toMatchObject({ status: 409, body: { status: 409, detail: expect.stringMatching(/先に保存/) } });
    expect(second.body.current).toEqual(first.body);
    expect(await get(edited[kind].path)).toMatchObject(first.body);
  });

  test('an edit without a version is saved: the last writer wins', async () => {
    await save(kind, '先');

    expect(await save(kind, '後')).toMatchObject({ status: 200, body: { [edited[kind].field]: '後' } });
  });

  test('of two concurrent edits from the same version, one succeeds', async () => {
    const { updatedAt } = await get(edited[kind].path);
    const saves = await Promise.all(['甲', '乙'].map((words) => save(kind, words, updatedAt)));

    expect(saves.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
  });

  test('an invalid version is refused with its field', async () => {
    const { status, body } = await save(kind, '改', 'いま');

    expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ path: 'updatedAt' }] });
  });
});

test('GET /info/ lists the capability versions', async () => {
  expect((await get('/info/')).abilities).toContain('versions');
});

test('a course’s outline has the versions of its sections and chapters', async () => {
  const { courseId } = await makeCourse();
  const { sections } = await get(`/courses/${courseId}`);
  const [{ id, updatedAt, chapters }] = sections;
  const section = await get(`/sections/${id}`);

  expect(updatedAt).toBe(section.updatedAt);
  expect(chapters).toEqual(section.chapters);
  expect(chapters[0].updatedAt).toBe((await get(`/chapters/${chapters[0].id}`)).updatedAt);
});

test('changes below a chapter do not change its version: a new lesson does not conflict with a rename', async () => {
  const { first } = await makeCourse();
  const { updatedAt } = await get(`/chapters/${first}`);
  await post('/lessons/', { chapterId: first, title: '新' });
  const renamed = { as: 'staff', json: { title: '改', updatedAt } };

  expect((await server.call('PATCH', `/api/v1/chapters/${first}`, renamed)).status).toBe(200);
});

test('studying does not change the version of a user', async () => {
  const { updatedAt } = await get('/users/user-student');
  await server.call('PUT', '/api/v1/progress/lesson/security-why', { as: 'student' });

  expect((await get('/users/user-student')).updatedAt).toBe(updatedAt);
});

test('the newer version in a 409 has no password hash, and no progress for students', async () => {
  const { updatedAt } = await get('/users/user-student');
  await server.call('PATCH', '/api/v1/users/user-student', { as: 'admin', json: { name: '佐藤 美咲 ' } });
  const own = { as: 'student', json: { name: '後', updatedAt } };
  const { status, body } = await server.call('PATCH', '/api/v1/users/user-student', own);

  const { body: me } = await server.call('GET', '/api/v1/me/', { as: 'student' });
  expect({ status, current: body.current }).toEqual({ status: 409, current: me });
  expect(JSON.stringify(body)).not.toMatch(/password|hash|progress/i);
});
