/** Tests `npm run check-server` with the embedded server, and with servers that are broken in one way each. */
import { DEMO_PASSWORD } from '@server/demo/people';
import { readArguments } from '@server/ops/check-server/arguments';
import { compareShape, findNearName } from '@server/ops/check-server/compare-shape';
import type { Finding } from '@server/ops/check-server/finding';
import { lineOf, mendName } from '@server/ops/check-server/mend';
import { toReport } from '@server/ops/check-server/report';
import { checkServer } from '@server/ops/check-server/run-checks';
import { brokenServers } from '@tests/support/broken-servers';
import {
  allowing,
  answering,
  APP,
  type Change,
  type ChangedServer,
  startChangedServer,
} from '@tests/support/changed-server';
import { afterEach, expect, test } from 'vitest';

import { contentSchema } from '@/api/files/contents';
import { questionSetProgressSchema } from '@/api/progress';
import { questionSetSchema } from '@/api/question-sets';
import { pageSchema } from '@/api/shapes';
import { submitSchema } from '@/api/submits';
import { userSchema } from '@/api/users';
import { MINUTE_MS } from '@/lib/constants';

import { useTestServer } from './support/test-server';

const server = useTestServer();

let changed: ChangedServer | undefined;
afterEach(async () => {
  await changed?.stop();
  changed = undefined;
});

/** Checks a server as a learner, or as the given demo users. @returns everything but the checks that passed. */
async function check(change: Change, args: string[] = ['--student', 'student']): Promise<Finding[]> {
  changed = await startChangedServer(server.origin, change);
  const findings = await checkServer({
    ...readArguments([changed.origin, ...args], { CHECK_PASSWORD: DEMO_PASSWORD }),
    limitMs: 10 * MINUTE_MS,
  });
  return findings.filter(({ state, about }) => state !== 'pass' && (about !== 'CORS' || args.includes('--origin')));
}

test('the embedded server fits for all roles', async () => {
  const args = [server.origin, '--student=student', '--staff=staff', '--teacher=teacher', '--admin=admin'];
  const findings = await checkServer({
    ...readArguments(args, { CHECK_PASSWORD: DEMO_PASSWORD }),
    limitMs: 10 * MINUTE_MS,
  });

  expect(findings.filter(({ state }) => state !== 'pass').map(({ about }) => about)).toEqual(['CORS']);
  expect(findings).toContainEqual({
    state: 'pass',
    about: 'GET /lessons/{id}',
    words: '合っています。',
    roles: ['STUDENT', 'STAFF', 'TEACHER', 'ADMIN'],
  });
});

test.each(brokenServers)('a server with %s is named, and nothing else', async (_, change, findings, args) => {
  expect(await check(change, args)).toEqual(findings.map((finding) => expect.objectContaining(finding)));
});

test('a server that lets the app of another origin call passes the check of CORS', async () => {
  expect(await check(allowing('GET, POST, PUT, PATCH, DELETE'), ['--student=student', '--origin', APP])).toEqual([]);
});

test('a redirect of the sign-in is named and not followed with the password', async () => {
  const other = await startChangedServer(server.origin, (_, pass) => pass());
  const location = `${other.origin}/api/v1/authorize`;
  const findings = await check(answering(/\/authorize$/, { status: 307, headers: { Location: location }, body: '' }));
  await other.stop();

  expect(findings).toEqual([expect.objectContaining({ state: 'fail', about: 'POST /authorize' })]);
  expect(other.seen).toEqual([]);
});

test('a check writes nothing', async () => {
  await check((_, pass) => pass(), ['--student=student', '--staff=staff', '--teacher=teacher', '--admin=admin']);

  const writes = (changed?.seen ?? [])
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  expect(new Set(writes)).toEqual(new Set(['POST /api/v1/authorize', 'POST /api/v1/token']));
});

/** Lists the texts in a body. */
function textsIn(body: unknown): string[] {
  if (typeof body === 'string') return [body];
  return typeof body === 'object' && body !== null ? Object.values(body).flatMap(textsIn) : [];
}

/** Returns a body with snake_case names, and an escape sequence in one. */
function inSnakeCase(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(inSnakeCase);
  if (typeof body !== 'object' || body === null) return body;
  const entries = Object.entries(body).map(([name, value]): [string, unknown] => [
    name === 'name' ? 'full\u001b[2J_name' : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    inSnakeCase(value),
  ]);
  return Object.fromEntries(entries);
}

test('the output has no value of a response, no token, no password and no control character', async () => {
  const values = new Set<string>();
  const findings = await check(
    async (_, pass) => {
      const reply = await pass();
      if (typeof reply.body !== 'object' || reply.body instanceof Blob) return reply;
      for (const text of textsIn(reply.body)) if (text.length > 3) values.add(text);
      return { ...reply, body: inSnakeCase(reply.body) };
    },
    ['--student=student', '--staff=staff'],
  );
  // Words of the app's own.
  for (const word of [
    'STUDENT',
    'STAFF',
    'TEACHER',
    'ADMIN',
    'draft',
    'published',
    'text',
    'order',
    'single',
    'multiple',
    'まなびば',
    'behind',
    'unstarted',
    'steady',
    'finished',
    'suspended',
  ])
    values.delete(word);
  const output = `${JSON.stringify(findings)}\n${toReport(findings).join('\n')}`;

  expect(findings).toContainEqual(expect.objectContaining({ about: '全体', mend: { keys: 'snake' } }));
  expect(findings.length).toBeGreaterThan(5);
  expect([...values].filter((value) => output.includes(value))).toEqual([]);
  expect(output).not.toContain(DEMO_PASSWORD);
  expect(output.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

test('the report names call, field, types and a near name', () => {
  const about = 'GET /lessons/{id}';
  const finding = { about, field: 'title', expected: 'string', found: 'なし', roles: ['STUDENT' as const] };

  expect(
    toReport([
      {
        ...finding,
        state: 'fail',
        words: '合っていません。',
        near: 'lesson_title',
        mend: { names: { lesson: { title: 'lesson_title' } } },
      },
      { state: 'pass', about: '401', words: '無効なトークンを 401 で断ります。' },
    ]),
  ).toEqual([
    '✗ GET /lessons/{id}: 合っていません。',
    '    ✗ title: 必要 string、実際 なし。title ← lesson_title？（STUDENT）',
    '        dialect: names: { lesson: { title: "lesson_title" } },',
    '✓ 401: 無効なトークンを 401 で断ります。',
    '',
    'このままでは動かないところが1件あります（✗）。足りない項目など 0件（！）。',
  ]);
});

test('a required field without a similar name has a line in which the author writes the name', () => {
  const about = 'GET /content/';
  const finding = { about, field: 'items[].fileName', expected: 'string', found: 'なし', state: 'fail' as const };

  expect(toReport([{ ...finding, words: '合っていません。' }])[2]).toBe(
    '        dialect: names: { content: { fileName: "サーバーでの名前" } },',
  );
});

test.each([
  ['lessonCount', ['completedLessonCount'], undefined],
  ['lessonCount', ['total_lesson_count'], 'total_lesson_count'],
  ['updatedAt', ['lastModifiedDate'], 'lastModifiedDate'],
  ['lastStudiedAt', ['lastModifiedDate'], undefined],
  ['createdAt', ['created_on', 'name'], 'created_on'],
])('of the names of a server %s is most like %j: %s', (missing, names, near) => {
  expect(findNearName(missing, names, () => true, ['updatedAt', 'lastStudiedAt', 'lessonCount', 'createdAt'])).toBe(
    near,
  );
});

test('values of one field that differ have one line, a text question needs no choices, and a list has no number’s name', () => {
  const files = [
    { id: '1', fileName: 'a', fileType: 'MD' },
    { id: '2', fileName: 'b', fileType: 'IMG' },
  ];
  const [misfit, ...others] = compareShape(pageSchema(contentSchema), { items: files }, 'GET /content/').misfits;
  const set = { id: '1', title: 'a', questionCount: 1, questions: [{ id: '2', type: 'text', body: 'b' }] };
  const named = (body: object) => compareShape(questionSetSchema, body, 'GET /question-set/{id}').missing;

  expect(others).toEqual([]);
  expect(misfit?.mend && lineOf(misfit.mend)).toBe('values: { content: { fileType: { md: "MD", img: "IMG" } } },');
  expect(named(set).filter(({ field }) => field.includes('choices'))).toEqual([]);
  expect(named({ ...set, questions: undefined }).filter(({ near }) => near)).toEqual([]);
});

test.each([
  [['http://api.example.com', '--student=a'], /^http:\/\/api\.example\.com は使えません。/],
  [['https://user:secret@api.example.com', '--student=a'], /使えません/],
  [['https://api.example.com/api/v1', '--student=a'], /使えません/],
  [['https://api.example.com'], /^使い方/],
  [['https://api.example.com', '--learner=a'], /^使い方/],
])('the arguments %j are refused', (args, words) => {
  expect(() => readArguments(args, {})).toThrow(words);
});

test('each role has its own variable for the password, or all share one', () => {
  const args = ['https://api.example.com/', '--student=a', '--teacher=b'];
  const env = { CHECK_PASSWORD: 'one', CHECK_PASSWORD_TEACHER: 'two', LOGIN_SCOPE: 'app' };

  expect(readArguments(args, env)).toMatchObject({
    apiHost: 'https://api.example.com',
    logins: [
      { role: 'STUDENT', username: 'a', password: 'one' },
      { role: 'TEACHER', username: 'b', password: 'two' },
    ],
    loginFields: { scope: 'app' },
  });
});

test.each([
  ['/lessons/{id}', 'title', 'lesson_title', 'names: { lesson: { title: "lesson_title" } },'],
  ['/users/', 'items[].name', 'full_name', 'names: { user: { name: "full_name" } },'],
  ['/courses/{id}', 'sections[].chapters[].title', 'label', 'names: { chapter: { title: "label" } },'],
  ['/courses/{id}', 'sections[].updatedAt', 'updated_at', 'keys: "snake",'],
  ['/courses/', '[].title', 'label', 'names: { course: { title: "label" } },'],
  [
    '/audit/',
    '[].at',
    'time',
    'answers: { "GET /audit/": (body) => { for (const item1 of body) item1.at = item1["time"]; return body; } },',
  ],
  ['/courses/', 'items', 'results', 'lists: { envelope: "results" },'],
  [
    '/users/{id}',
    'progress.lessonCount',
    'n',
    'answers: { "GET /users/{id}": (body) => { body.progress.lessonCount = body.progress["n"]; return body; } },',
  ],
  [
    '/assignments/',
    'items[].dueAt',
    'due',
    'answers: { "GET /assignments/": (body) => { for (const item1 of body.items) item1.dueAt = item1["due"]; return body; } },',
  ],
])('in GET %s %s from %s is mended in a dialect by one line', (path, field, near, line) => {
  expect(lineOf(mendName(`GET ${path}`, field, near))).toBe(line);
});

test.each([
  [
    'POST /submit/',
    submitSchema,
    { id: 's1', score: '3' },
    'if (typeof body?.score === "string") body.score = Number(body.score);',
  ],
  [
    'GET /users/{id}',
    userSchema,
    { id: 'u1', progress: { lessonCount: '7' } },
    'if (typeof body?.progress?.lessonCount === "string") body.progress.lessonCount = Number(body.progress.lessonCount);',
  ],
  [
    'GET /users/{id}',
    userSchema,
    { id: 'u1', active: 1 },
    'if (typeof body?.active === "number") body.active = body.active !== 0;',
  ],
  [
    'GET /progress/detail/{id}/{courseId}',
    questionSetProgressSchema,
    { questionSetId: 'q1', lastAnswers: [{ questionId: 'k1', correct: 0 }] },
    'for (const item1 of body.lastAnswers) if (typeof item1?.correct === "number") item1.correct = item1.correct !== 0;',
  ],
])('a value of another type in %s is mended in a dialect by one line: %#', (call, schema, body, code) => {
  const [misfit] = compareShape(schema, body, call).misfits;

  expect(misfit?.mend && lineOf(misfit.mend)).toBe(
    `answers: { ${JSON.stringify(call)}: (body) => { ${code} return body; } },`,
  );
});

test.each([
  ['three', 'string'],
  [{}, 'object'],
])('the value %j in place of a number has no line that would mend it', (score, found) => {
  expect(compareShape(submitSchema, { id: 's1', score }, 'POST /submit/').misfits).toEqual([
    { field: 'score', expected: 'number', found },
  ]);
});
