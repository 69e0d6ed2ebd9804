/** Tests `npm run check-server -- --write` with the embedded server, and with servers that do one thing wrong. */
import { DEMO_PASSWORD } from '@server/demo/people';
import { readArguments } from '@server/ops/check-server/arguments';
import type { Finding } from '@server/ops/check-server/finding';
import { checkServer } from '@server/ops/check-server/run-checks';
import { type Change, type ChangedServer, changing, startChangedServer } from '@tests/support/changed-server';
import { afterEach, expect, test } from 'vitest';

import { MINUTE_MS } from '@/lib/constants';

import { useTestServer } from './support/test-server';

const server = useTestServer();
let changed: ChangedServer | undefined;
afterEach(async () => {
  await changed?.stop();
  changed = undefined;
});

/** Checks a server with writes, as a learner and a teacher. @returns everything but the checks that passed. */
async function check(change: Change): Promise<Finding[]> {
  changed = await startChangedServer(server.origin, change);
  const args = [changed.origin, '--student=student', '--teacher=teacher', '--write'];
  const findings = await checkServer({
    ...readArguments(args, { CHECK_PASSWORD: DEMO_PASSWORD }),
    limitMs: 10 * MINUTE_MS,
  });
  return findings.filter(({ state, about }) => state !== 'pass' && about !== 'CORS');
}

const courseTitles = async () => {
  const { body } = await server.call('GET', '/api/v1/courses/', { as: 'teacher' });
  return body.items.map(({ title }: { title: string }) => title);
};
const refusal = (status: number) => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: { title: 'refused', status },
});

test('with --write the embedded server fits, and no course is left', async () => {
  const before = await courseTitles();

  expect(await check((_, pass) => pass())).toEqual([]);
  expect(await courseTitles()).toEqual(before);
  expect(changed?.seen.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('a server that takes a repeated submit for a new one is named, and nothing else', async () => {
  let count = 0;
  const findings = await check(async ({ path, body }, pass) => {
    const json = path.endsWith('/submit/') && JSON.parse(body);
    if (!json) return pass();
    count += 1;
    return pass({
      body: JSON.stringify({ ...json, clientSubmitId: json.clientSubmitId.replace(/.$/, String(count)) }),
    });
  });

  expect(findings).toEqual([
    {
      state: 'fail',
      about: 'POST /submit/',
      words: '同じ clientSubmitId の2回目が、別の提出になります。同じ提出を返してください。',
      roles: ['STUDENT'],
    },
  ]);
});

test('a server that refuses a repeated reading is named, and nothing else', async () => {
  let count = 0;
  const findings = await check(({ method, path }, pass) => {
    if (method === 'PUT' && path.includes('/progress/lesson/')) count += 1;
    return count === 2 && method === 'PUT' ? refusal(409) : pass();
  });

  expect(findings).toEqual([
    expect.objectContaining({ state: 'fail', about: 'PUT /progress/lesson/{lesson_id}', roles: ['STUDENT'] }),
  ]);
});

test('a server whose progress leaves out a reading that it confirmed is named, and nothing else', async () => {
  const findings = await check(
    changing(/\/progress\/detail\/[^/]+$/, ({ courses, ...progress }) => ({
      ...progress,
      courses: courses.map((course: object) => ({ ...course, readLessons: [] })),
    })),
  );

  expect(findings).toEqual([
    expect.objectContaining({
      state: 'fail',
      about: 'PUT /progress/lesson/{lesson_id}',
      words: '読了が GET /progress/detail/{user_id} に出ません。',
    }),
  ]);
});

test('a reading and a submit are found in progress whose ids are integers', async () => {
  const { body } = await server.call('GET', '/api/v1/lessons/?size=200', { as: 'teacher' });
  const ids: string[] = body.items.flatMap((lesson: { id: string; questionSets: { id: string }[] }) => [
    lesson.id,
    ...lesson.questionSets.map(({ id }) => id),
  ]);
  const back = (text: string) => text.replaceAll(/(?<=\/)\d+(?=\/|$)/g, (number) => ids[Number(number)] ?? number);
  const toNumbers = (json: string) => ids.reduce((text, id, number) => text.replaceAll(`:"${id}"`, `:${number}`), json);
  const findings = await check(async ({ path, body: sent }, pass) => {
    const json = sent.replaceAll(
      /"questionSetId":"?(\d+)"?/g,
      (_, number) => `"questionSetId":"${ids[Number(number)]}"`,
    );
    const reply = await pass({ path: back(path), body: json });
    return reply.body === undefined || reply.body instanceof Blob
      ? reply
      : { ...reply, body: JSON.parse(toNumbers(JSON.stringify(reply.body))) };
  });

  expect(findings).toEqual([]);
});

test('a server that does not store the status of a course is named, and nothing else', async () => {
  const publish = changing(/\/courses\/[^/]+$/, (course) => ({ ...course, status: 'published' }));

  expect(await check(publish)).toEqual([
    {
      state: 'warn',
      about: 'POST /courses/',
      words: 'サーバーはこの項目を保存しません。',
      field: 'status',
      roles: ['TEACHER'],
    },
  ]);
});

test('a server whose versions do not change after an edit is named, and nothing else', async () => {
  let version: string | undefined;
  const findings = await check(async ({ method, path }, pass) => {
    const reply = await pass();
    if (method === 'POST' && path.endsWith('/courses/')) version = reply.body.updatedAt;
    const isCourse = method === 'GET' && /\/courses\/[^/]+$/.test(path) && version !== undefined;
    return isCourse && reply.status === 200 ? { ...reply, body: { ...reply.body, updatedAt: version } } : reply;
  });

  expect(findings).toEqual([
    expect.objectContaining({
      state: 'fail',
      about: 'PATCH /courses/{id}',
      words: '変更しても updatedAt が変わりません。端末の写しが古いままになります。',
    }),
  ]);
});

test('what could not be deleted is listed', async () => {
  const findings = await check(({ method }, pass) => (method === 'DELETE' ? refusal(403) : pass()));

  expect(findings).toEqual([
    expect.objectContaining({ state: 'fail', about: 'DELETE /courses/{id}' }),
    expect.objectContaining({ about: '後片付け', words: expect.stringMatching(/^残っています: \/courses\/[\w-]+$/) }),
  ]);
});

test('what cannot be read back is not called lost', async () => {
  let isWritten = false;
  const findings = await check(({ method, path }, pass) => {
    isWritten ||= method !== 'GET' && /\/(?:courses|submit)\//.test(path);
    return isWritten && method === 'GET' && /\/courses\/|\/progress\/detail\//.test(path) ? refusal(503) : pass();
  });

  expect(findings.map(({ about }) => about)).toEqual(
    expect.arrayContaining(['GET /courses/{id}', 'GET /progress/detail/{user_id}']),
  );
  expect(findings.filter(({ words }) => /保存しません|出ません/.test(words))).toEqual([]);
});
