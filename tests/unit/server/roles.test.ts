/** Who may do what: every call of specification §7, by every role, with own and foreign ids (decisions §5). */
import { multipartFile } from '@tests/support/multipart';
import { pictures } from '@tests/support/pictures';
import { type CallOptions, startTestServer, type TestServer } from '@tests/support/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.stop());

const callers = ['nobody', 'student', 'staff', 'teacher', 'admin'] as const;
type Expected = [nobody: number, student: number, staff: number, teacher: number, admin: number];

interface Row {
  call: string;
  expected: Expected;
  options?: CallOptions;
  /** Makes what the call is about, so that each caller finds it untouched; answers its id, which stands for {id}. */
  make?: () => Promise<string>;
}

const create = async (path: string, json: unknown): Promise<string> => {
  const { status, body } = await server.call('POST', `/api/v1${path}`, { as: 'admin', json });
  if (status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return body.id;
};
let made = 0;
const newUser = (role: string, companyId: string | null) => {
  made += 1;
  return { username: `made-${made}`, password: 'made-password', name: '試験 用', role, companyId };
};
const makeUser = (role: string, companyId: string | null) => () => create('/users/', newUser(role, companyId));
const makeCourse = () => create('/courses/', { title: '試験' });
const makeSection = () => create('/sections/', { courseId: 'onboarding', title: '試験' });
const makeChapter = () => create('/chapters/', { sectionId: 'onboarding-s1', title: '試験' });
const makeLesson = () => create('/lessons/', { chapterId: 'onboarding-s1-c1', title: '試験' });
const questions = [{ id: 'q', type: 'text', body: '問', choices: [], acceptedAnswers: ['答'] }];
const setOf = (lessonId: string) => ({ lessonId, title: '試験', questions });
const makeSet = () => create('/question-set/', setOf('onboarding-first-day'));
const makeContent = async (): Promise<string> => {
  made += 1;
  const path = `/api/v1/content/pub-container/made-${made}.png`;
  return (await server.call('PUT', path, { as: 'admin', ...multipartFile(pictures.png) })).body.id;
};
const submitTo = (questionSetId: string): CallOptions => ({
  json: {
    clientSubmitId: crypto.randomUUID(),
    questionSetId,
    questionSetUpdatedAt: '2026-01-01T00:00:00.000Z',
    answers: [],
    answeredAt: '2026-01-01T00:00:00.000Z',
  },
});

const everyone: Expected = [401, 200, 200, 200, 200];
const editors: Expected = [401, 403, 200, 200, 200];
const editorsCreate: Expected = [401, 403, 201, 201, 201];
const editorsDelete: Expected = [401, 403, 204, 204, 204];
const hiddenFromStudents: Expected = [401, 404, 200, 200, 200];
const managers: Expected = [401, 403, 403, 200, 200];

const rows: Row[] = [
  { call: 'GET /me/', expected: everyone },
  { call: 'GET /me/company', expected: everyone },
  { call: 'GET /info/', expected: everyone },
  ...['courses', 'sections', 'chapters', 'lessons', 'question-set'].map((name) => ({
    call: `GET /${name}/`,
    expected: everyone,
  })),
  { call: 'GET /courses/security', expected: everyone },
  { call: 'GET /courses/onboarding', expected: hiddenFromStudents },
  { call: 'GET /courses/nothing', expected: [401, 404, 404, 404, 404] },
  { call: 'POST /courses/', expected: editorsCreate, options: { json: { title: '新' } } },
  { call: 'PATCH /courses/{id}', expected: editors, options: { json: { title: '改' } }, make: makeCourse },
  { call: 'PATCH /courses/nothing', expected: [401, 403, 404, 404, 404], options: { json: { title: '改' } } },
  { call: 'DELETE /courses/{id}', expected: editorsDelete, make: makeCourse },
  { call: 'GET /sections/security-s1', expected: everyone },
  { call: 'GET /sections/onboarding-s1', expected: hiddenFromStudents },
  { call: 'POST /sections/', expected: editorsCreate, options: { json: { courseId: 'onboarding', title: '新' } } },
  { call: 'PATCH /sections/{id}', expected: editors, options: { json: { title: '改' } }, make: makeSection },
  { call: 'DELETE /sections/{id}', expected: editorsDelete, make: makeSection },
  { call: 'GET /chapters/security-s1-c1', expected: everyone },
  { call: 'GET /chapters/onboarding-s1-c1', expected: hiddenFromStudents },
  { call: 'POST /chapters/', expected: editorsCreate, options: { json: { sectionId: 'onboarding-s1', title: '新' } } },
  { call: 'PATCH /chapters/{id}', expected: editors, options: { json: { title: '改' } }, make: makeChapter },
  { call: 'DELETE /chapters/{id}', expected: editorsDelete, make: makeChapter },
  { call: 'GET /lessons/security-why', expected: everyone },
  { call: 'GET /lessons/onboarding-first-day', expected: hiddenFromStudents },
  {
    call: 'POST /lessons/',
    expected: editorsCreate,
    options: { json: { chapterId: 'onboarding-s1-c1', title: '新' } },
  },
  { call: 'PATCH /lessons/{id}', expected: editors, options: { json: { title: '改' } }, make: makeLesson },
  { call: 'DELETE /lessons/{id}', expected: editorsDelete, make: makeLesson },
  { call: 'GET /question-set/git-q-cli', expected: everyone },
  { call: 'GET /question-set/git-q-cli/explanation', expected: everyone },
  { call: 'GET /question-set/onboarding-q-first-day', expected: hiddenFromStudents },
  { call: 'GET /question-set/onboarding-q-first-day/explanation', expected: hiddenFromStudents },
  { call: 'POST /question-set/', expected: editorsCreate, options: { json: setOf('onboarding-first-day') } },
  {
    call: 'PUT /question-set/{id}',
    expected: editors,
    options: { json: setOf('onboarding-first-day') },
    make: makeSet,
  },
  { call: 'DELETE /question-set/{id}', expected: editorsDelete, make: makeSet },
  { call: 'GET /content/', expected: editors },
  { call: 'GET /content/security-why-md', expected: everyone },
  { call: 'GET /content/nothing', expected: [401, 404, 404, 404, 404] },
  { call: 'PUT /content/pub-container/roles.png', expected: editors, options: multipartFile(pictures.png) },
  { call: 'PUT /content/other/roles.png', expected: [401, 403, 404, 404, 404], options: multipartFile(pictures.png) },
  { call: 'DELETE /content/{id}', expected: editorsDelete, make: makeContent },
  { call: 'POST /submit/', expected: [401, 201, 201, 201, 201], options: submitTo('git-q-cli') },
  { call: 'POST /submit/', expected: [401, 404, 201, 201, 201], options: submitTo('onboarding-q-first-day') },
  { call: 'PUT /progress/lesson/security-why', expected: everyone },
  { call: 'PUT /progress/lesson/onboarding-first-day', expected: hiddenFromStudents },
  // The users' ids are user-student (own for the student, same company for staff) and user-student2 (another company).
  ...['detail/user-student', 'detail/user-student/security', 'summary/user-student'].map((path) => ({
    call: `GET /progress/${path}`,
    expected: everyone,
  })),
  ...['detail/user-student2', 'detail/user-student2/security', 'summary/user-student2'].map((path) => ({
    call: `GET /progress/${path}`,
    expected: [401, 403, 404, 200, 200] satisfies Expected,
  })),
  { call: 'GET /progress/detail/nobody', expected: [401, 403, 404, 404, 404] },
  { call: 'GET /progress/detail/user-student/onboarding', expected: [401, 404, 404, 404, 404] },
  { call: 'GET /users/', expected: everyone },
  { call: 'GET /users/user-student', expected: everyone },
  { call: 'GET /users/user-kato', expected: editors },
  { call: 'GET /users/user-student2', expected: [401, 403, 404, 200, 200] },
  { call: 'GET /users/nobody', expected: [401, 403, 404, 404, 404] },
  {
    call: 'PATCH /users/{id}',
    expected: managers,
    options: { json: { name: '改 名' } },
    make: makeUser('STUDENT', 'minato'),
  },
  {
    call: 'PATCH /users/{id}',
    expected: [401, 403, 404, 200, 200],
    options: { json: { name: '改 名' } },
    make: makeUser('STUDENT', 'yamabiko'),
  },
  {
    call: 'PATCH /users/{id}',
    expected: [401, 403, 404, 403, 200],
    options: { json: { name: '改 名' } },
    make: makeUser('ADMIN', null),
  },
  {
    call: 'PATCH /users/{id}',
    expected: [401, 403, 403, 403, 200],
    options: { json: { role: 'ADMIN' } },
    make: makeUser('STAFF', 'minato'),
  },
  { call: 'DELETE /users/{id}', expected: [401, 403, 403, 204, 204], make: makeUser('STUDENT', 'minato') },
  { call: 'DELETE /users/{id}', expected: [401, 403, 403, 403, 204], make: makeUser('ADMIN', null) },
  { call: 'DELETE /users/user-admin', expected: [401, 403, 403, 403, 409] },
  { call: 'DELETE /users/nobody', expected: [401, 403, 403, 404, 404] },
  { call: 'GET /companies/', expected: managers },
  { call: 'GET /companies/minato', expected: editors },
  { call: 'GET /companies/yamabiko', expected: [401, 403, 404, 200, 200] },
  { call: 'GET /companies/nothing', expected: [401, 403, 404, 404, 404] },
  { call: 'POST /companies/', expected: [401, 403, 403, 201, 201], options: { json: { name: '新会社' } } },
  { call: 'PATCH /companies/yamabiko', expected: managers, options: { json: { note: '改' } } },
  { call: 'PATCH /companies/nothing', expected: [401, 403, 403, 404, 404], options: { json: { note: '改' } } },
  { call: 'DELETE /companies/minato', expected: [401, 405, 405, 405, 405] },
];

const cases = rows.flatMap((row, index) =>
  callers.map((caller, column) => ({ ...row, caller, status: row.expected[column] ?? 0, name: `${index + 1}` })),
);

describe('every call by every role', () => {
  test.each(cases)('$name. $call by $caller: $status', async ({ call, caller, status, options, make }) => {
    const [method = '', template = ''] = call.split(' ');
    const path = template.replace('{id}', make ? await make() : '');
    const as = caller === 'nobody' ? {} : { as: caller };
    // A submit is made once by each.
    const submit = options?.json as { clientSubmitId?: string } | undefined;
    const json = submit?.clientSubmitId ? { json: { ...submit, clientSubmitId: crypto.randomUUID() } } : {};

    const answer = await server.call(method, `/api/v1${path}`, { ...options, ...json, ...as });

    expect({ status: answer.status, body: answer.body }).toMatchObject({ status });
    if (status >= 400) expect(answer.headers.get('Content-Type')).toContain('application/problem+json');
  });
});

describe('creating users', () => {
  test.each([
    ['student', 'STUDENT', 403],
    ['staff', 'STUDENT', 403],
    ['teacher', 'STUDENT', 201],
    ['teacher', 'STAFF', 201],
    ['teacher', 'TEACHER', 201],
    ['teacher', 'ADMIN', 403],
    ['admin', 'ADMIN', 201],
  ])('%s creating a %s: %i', async (caller, role, status) => {
    const answer = await server.call('POST', '/api/v1/users/', { as: caller, json: newUser(role, 'minato') });

    expect(answer.status).toBe(status);
  });
});

describe('lists show what their reader may see', () => {
  test.each(['courses', 'sections', 'chapters', 'lessons', 'question-set'])('%s: students no drafts', async (name) => {
    const asStudent = await server.call('GET', `/api/v1/${name}/?size=200`, { as: 'student' });
    const asStaff = await server.call('GET', `/api/v1/${name}/?size=200`, { as: 'staff' });

    expect(JSON.stringify(asStudent.body)).not.toContain('onboarding');
    expect(JSON.stringify(asStaff.body)).toContain('onboarding');
    expect(asStudent.body.total).toBe(asStudent.body.items.length);
  });

  test('users: students themselves only', async () => {
    const { body } = await server.call('GET', '/api/v1/users/?size=200', { as: 'student' });

    expect(body).toMatchObject({ total: 1, items: [{ id: 'user-student' }] });
  });

  test('users: staff their own company only', async () => {
    const { body } = await server.call('GET', '/api/v1/users/?size=200', { as: 'staff' });

    expect(new Set(body.items.map((user: { companyId: string }) => user.companyId))).toEqual(new Set(['minato']));
  });
});
