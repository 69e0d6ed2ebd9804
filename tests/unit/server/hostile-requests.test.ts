/** Tests with random requests that none causes a 5xx response (fuzzing). HISTORIES=20000 for a longer run. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import { type Call, hostileRequests } from './support/hostile-requests';
import { useTestServer } from './support/test-server';

const server = useTestServer();

const question = { id: 'q', type: 'single', body: '問', explanation: '解', correctChoiceIds: ['a'] };
const choices = ['a', 'b'].map((id) => ({ id, body: id }));
const at = '2026-01-01T00:00:00.000Z';
/** Makes a valid body of each kind of resource. */
const writes: Record<string, Record<string, unknown>> = {
  courses: {
    title: '試験',
    description: '',
    status: 'draft',
    order: 0,
    thumbnailContentId: 'git-img-areas',
    updatedAt: at,
  },
  sections: { courseId: 'onboarding', title: '試験', description: '', order: 0, updatedAt: at },
  chapters: { sectionId: 'onboarding-s1', title: '試験', order: 0, updatedAt: at },
  lessons: {
    chapterId: 'onboarding-s1-c1',
    title: '試験',
    order: 0,
    minutes: 5,
    contentId: 'security-why-md',
    updatedAt: at,
  },
  'question-set': {
    lessonId: 'onboarding-first-day',
    title: '試験',
    order: 0,
    questions: [{ ...question, choices }],
    updatedAt: at,
  },
  companies: { name: '試験', note: '', updatedAt: at },
  users: {
    username: 'hostile',
    password: 'long-enough-7',
    name: '試験',
    email: 'a@example.com',
    role: 'STUDENT',
    companyId: 'minato',
    active: true,
    updatedAt: at,
  },
};
const submit = {
  clientSubmitId: '1a8ee11c-48cc-4a7a-b8a8-5b8a0d8a3c11',
  questionSetId: 'git-q-cli',
  questionSetUpdatedAt: at,
  answers: [{ questionId: 'q', choiceIds: ['a'], text: '答' }],
  answeredAt: at,
};

const calls: Call[] = [
  { method: 'POST', path: '/authorize', form: { username: 'student', password: 'x', grant_type: 'password' } },
  { method: 'POST', path: '/token', json: { refresh_token: 'x', grant_type: 'refresh_token' } },
  { method: 'POST', path: '/revoke', form: { token: 'x' } },
  ...[
    '/me/',
    '/me/company',
    '/info/',
    '/content/',
    '/content/{content}',
    '/question-set/{question-set}/explanation',
  ].map((path) => ({ method: 'GET', path })),
  ...Object.entries(writes).flatMap(([name, json]): Call[] => [
    { method: 'GET', path: `/${name}/` },
    { method: 'GET', path: `/${name}/{${name}}` },
    { method: 'POST', path: `/${name}/`, json },
    // Edits twice: with an unknown version, which is refused before it is stored, and without a version.
    ...[json, { ...json, updatedAt: undefined }].map((change) => ({
      method: name === 'question-set' ? 'PUT' : 'PATCH',
      path: `/${name}/{${name}}`,
      json: change,
    })),
    { method: 'DELETE', path: `/${name}/{nothing}` },
  ]),
  { method: 'PUT', path: '/content/pub-container/{file}', isUpload: true },
  { method: 'DELETE', path: '/content/{nothing}' },
  { method: 'POST', path: '/submit/', json: submit },
  ...['/progress/detail/{learner}', '/progress/detail/{learner}/{course}', '/progress/summary/{learner}'].map(
    (path) => ({
      method: 'GET',
      path,
    }),
  ),
  { method: 'PUT', path: '/progress/lesson/{lesson}' },
];
const known: Record<string, string> = {
  content: 'security-why-md',
  file: 'hostile.png',
  learner: 'user-student',
  course: 'security',
  lesson: 'security-why',
};

/** Creates one resource of each kind that the fuzzer may change. */
beforeAll(async () => {
  for (const [name, { updatedAt: _, ...json }] of Object.entries(writes)) {
    const { status, body } = await server.call('POST', `/api/v1/${name}/`, { as: 'admin', json });
    if (status !== 201) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
    known[name] = body.id;
  }
});

const perCall = Math.ceil(Number(process.env.HISTORIES ?? 400) / calls.length);

async function expectNoFault(path: string, call: Call): Promise<void> {
  const token = await server.login('admin');
  const property = fc.asyncProperty(hostileRequests({ ...call, path }, known), async (request) => {
    const { method, headers, body } = request;
    const response = await fetch(server.origin + request.path, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...headers },
      // Each submit gets a new id, because a repeated one is answered without being stored.
      body: typeof body === 'string' ? body.replace(submit.clientSubmitId, crypto.randomUUID()) : (body ?? null),
    });
    expect(response.status, `${method} ${request.path}`).toBeLessThan(500);
    await response.arrayBuffer();
  });
  await fc.assert(property, { numRuns: perCall, seed: 20_261_122 });
}

test.each(calls)('$method $path never answers 5xx', (call) => expectNoFault(`/api/v1${call.path}`, call), 600_000);

test.each(['/files/pub-container/{file}', '/files/{file}/{file}', '/{file}', '/assets/{file}'])(
  'GET %s never answers 5xx',
  (path) => expectNoFault(path, { method: 'GET', path }),
  600_000,
);

test('the server and its data are intact after all hostile requests', async () => {
  expect((await server.call('GET', '/healthz')).status).toBe(200);
  expect((await server.call('GET', '/api/v1/me/', { as: 'admin' })).body).toMatchObject({ role: 'ADMIN' });
  expect(({} as { role?: string }).role).toBeUndefined();
});
