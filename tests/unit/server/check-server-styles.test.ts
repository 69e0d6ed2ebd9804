/** Tests what `npm run check-server` says of servers as others write them from the specification alone. */
import { DEMO_PASSWORD } from '@server/demo/people';
import { readArguments } from '@server/ops/check-server/arguments';
import type { Finding } from '@server/ops/check-server/finding';
import { lineOf } from '@server/ops/check-server/mend';
import { checkServer } from '@server/ops/check-server/run-checks';
import {
  type Change,
  type ChangedServer,
  changing,
  type Reply,
  startChangedServer,
} from '@tests/support/changed-server';
import { toMinimum } from '@tests/support/minimum-server';
import { afterEach, expect, test } from 'vitest';

import { MINUTE_MS } from '@/lib/constants';

import { useTestServer } from './support/test-server';

const server = useTestServer();
let changed: ChangedServer | undefined;
afterEach(async () => {
  await changed?.stop();
  changed = undefined;
});

async function check(change: Change, args: string[] = []): Promise<Finding[]> {
  changed = await startChangedServer(server.origin, change);
  const options = readArguments([changed.origin, '--student', 'student', ...args], { CHECK_PASSWORD: DEMO_PASSWORD });
  return checkServer({ ...options, limitMs: 10 * MINUTE_MS });
}

const json = { 'Content-Type': 'application/json' };
const isToken = (path: string) => /\/(?:authorize|token)$/.test(path);
const isApi = (path: string) => path.startsWith('/api/v1/') && !isToken(path);

/** Changes all objects in the JSON of all calls but the sign-in's. */
const reshaping =
  (edit: (body: Reply['body'], path: string) => unknown): Change =>
  async ({ path }, pass) => {
    const reply = await pass();
    const isJson = isApi(path) && reply.status === 200 && typeof reply.body === 'object' && reply.body !== null;
    return isJson ? { ...reply, body: edit(reply.body, path) } : reply;
  };

/** Changes the values of some fields at every depth. */
function mapFields(body: unknown, edit: (name: string, value: unknown) => [string, unknown]): unknown {
  if (Array.isArray(body)) return body.map((each) => mapFields(each, edit));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => edit(name, mapFields(value, edit))));
}

const noSlash: Change = ({ path }, pass) =>
  isApi(path) && path.endsWith('/')
    ? { status: 307, headers: { Location: path.slice(0, -1) }, body: '' }
    : pass({
        path: /\/(?:me|info|courses|lessons|users|content|sections|chapters|companies|question-set|assignments)$/.test(
          path,
        )
          ? `${path}/`
          : path,
      });

const styles: [name: string, change: Change, words: RegExp, line?: string][] = [
  [
    'everything in `data`, lists with `meta`',
    reshaping((body) =>
      Array.isArray(body.items) ? { data: body.items, meta: { total: body.total } } : { data: body },
    ),
    /一覧の形が違います/,
    'lists: { envelope: "data" },',
  ],
  [
    'the current user in `user`',
    changing(/\/me\/$/, (user) => ({ user })),
    /合っていません/,
    'answers: { "GET /me/": (body) => { body = body["user"]; return body; } },',
  ],
  [
    'times in seconds',
    reshaping((body) =>
      mapFields(body, (name, value) => [
        name,
        name.endsWith('At') && typeof value === 'string' ? Math.floor(Date.parse(value) / 1000) : value,
      ]),
    ),
    /日時が数です/,
    'times: "seconds",',
  ],
  ['redirects to paths without a slash', noSlash, /末尾の \/ が違い/, 'slashes: false,'],
  [
    '`name` in place of the title of courses',
    reshaping((body, path) =>
      path.includes('/courses/') ? mapFields(body, (name, value) => [name === 'title' ? 'name' : name, value]) : body,
    ),
    /合っていません/,
    'names: { course: { title: "name" } },',
  ],
  [
    'types of questions with other names',
    changing(/\/question-set\/[^/]+$/, (set) =>
      mapFields(set, (name, value) => [name, name === 'type' && value === 'single' ? 'single_choice' : value]),
    ),
    /合っていません/,
    'values: { question: { type: { single: "single_choice" } } },',
  ],
  [
    'a cookie in place of a token',
    async ({ path }, pass) => {
      const reply = await pass();
      if (!path.endsWith('/authorize')) return reply;
      return { ...reply, headers: { ...reply.headers, 'Set-Cookie': 'session=1; HttpOnly' }, body: { ok: true } };
    },
    /クッキーでログインさせます/,
  ],
];

test.each(styles)(
  'a server with %s is named with the line of the dialect that mends it',
  async (_, change, words, line) => {
    const found = (await check(change)).filter(({ state }) => state === 'fail');

    expect(found.map((finding) => finding.words).join('\n')).toMatch(words);
    expect(found.flatMap(({ mend }) => (mend ? lineOf(mend) : []))).toEqual(line ? expect.arrayContaining([line]) : []);
  },
);

/** Spring's pages from 0, times of Spring Data, and refusals with status and message. */
const ofSpring: Change = async ({ path, query }, pass) => {
  const number = Number(query.get('page') ?? 0);
  const reply = await pass({ query: new URLSearchParams({ ...Object.fromEntries(query), page: String(number + 1) }) });
  if (!isApi(path)) return reply;
  if (reply.status >= 400)
    return {
      status: reply.status,
      headers: json,
      body: { timestamp: 0, status: reply.status, error: 'x', message: 'y' },
    };
  const dated = mapFields(reply.body, (name, value) => [name === 'updatedAt' ? 'lastModifiedDate' : name, value]);
  const { items, total, ...body } = Object(dated) as Record<string, unknown>;
  return {
    ...reply,
    body: items ? { content: items, totalElements: total, totalPages: 1, number } : reply.body && body,
  };
};

test('a server in the style of Spring is named by pages, times and refusals, each with its line', async () => {
  const found = await check(ofSpring, ['--teacher', 'teacher']);
  const lines = found.flatMap(({ mend }) => (mend ? lineOf(mend) : []));

  expect(new Set(lines)).toEqual(
    new Set([
      'lists: { envelope: "content", total: "totalElements", first: 0 },',
      'errors: "spring",',
      ...['user', 'company', 'course', 'section', 'chapter', 'lesson', 'questionSet', 'explanation'].map(
        (kind) => `names: { ${kind}: { updatedAt: "lastModifiedDate" } },`,
      ),
    ]),
  );
});

test.each([
  ['message', 'text'],
  ['error', 'text'],
])('refusals with their %s alone are named with a function that reads them', async (field, text) => {
  const found = await check(async ({ path }, pass) => {
    const reply = await pass();
    return isApi(path) && reply.status >= 400
      ? { status: reply.status, headers: json, body: { [field]: text } }
      : reply;
  });

  expect(found.filter(({ mend }) => mend).map(({ about, mend }) => [about, mend && lineOf(mend)])).toContainEqual([
    '404',
    `toError: (body, { status }) => body.errors ? undefined : { title: body.${field}, status, detail: body.${field} },`,
  ]);
});

test('a 401 without a body is no failure, because the app refreshes its token', async () => {
  const found = await check(async ({ path }, pass) => {
    const reply = await pass();
    return isApi(path) && reply.status === 401 ? { status: 401, headers: {}, body: '' } : reply;
  });

  expect(found.filter(({ about }) => about === '401').map(({ state }) => state)).toEqual(['warn']);
});

test('a server whose lists are bare arrays fits', async () => {
  const findings = await check(reshaping((body) => body.items ?? body));

  expect(findings.filter(({ state, about }) => state !== 'pass' && about !== 'CORS')).toEqual([]);
});

test('a create that answers 201 with a Location alone, and edits without a body, are named', async () => {
  const findings = await check(
    async ({ method, path }, pass) => {
      const reply = await pass();
      const isWrite = isApi(path) && method !== 'GET' && reply.status < 300;
      return isWrite ? { status: method === 'POST' ? 201 : 204, headers: { Location: '/1' }, body: '' } : reply;
    },
    ['--teacher', 'teacher', '--write'],
  );

  expect(findings.find(({ about }) => about === 'POST /courses/')).toMatchObject({
    state: 'fail',
    words: '本文のない 201 です。JSON を返してください（Location は読みません）。',
  });
  expect(findings.find(({ about }) => about === 'POST /submit/')).toMatchObject({ state: 'fail' });
  expect(findings.find(({ about }) => about === '後片付け')?.words).toContain('check-server');
});

test('a server with the minimum has no failure, and each missing field says what screens show', async () => {
  const findings = await check(async ({ method, path, query }, pass) => {
    const reply = await pass();
    const search = query.size > 0 ? `?${query}` : '';
    const isJson = path.startsWith('/api/v1/') && reply.status < 300 && typeof reply.body === 'object';
    return isJson
      ? { ...reply, body: toMinimum(`${method} ${path.slice('/api/v1'.length)}${search}`, reply.body) }
      : reply;
  });
  const missing = findings.filter(({ state, field }) => state === 'warn' && field !== undefined);

  expect(findings.filter(({ state }) => state === 'fail').map(({ about, words }) => `${about} ${words}`)).toEqual([]);
  expect(missing.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['name', 'serviceName', '[].status', 'lessonCount']),
  );
  expect(missing.filter(({ words, found }) => !words || found !== 'なし')).toEqual([]);
  expect(findings.filter(({ about }) => about === '日時').map(({ state }) => state)).toEqual(['skip']);
});
