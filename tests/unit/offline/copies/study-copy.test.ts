/** Tests the format of a cached copy, and which responses are cached, kept away from copies, or delete a copy. */
import { GATEWAY_FAILURES, gatewayAnswers, OTHER_REFUSALS } from '@tests/support/gateway-answers';
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { studyReadAt } from '@/offline/copies/study-cache';
import {
  fileKeys,
  isPostponedFile,
  judgeAnswer,
  matchesRequest,
  toCopy,
  toResponse,
} from '@/offline/copies/study-copy';
import { ownerKey, saveSession } from '@/session/session';

const API_HOST = 'https://api.example';
Object.assign(globalThis, { __API_HOST__: API_HOST });

const FILE = '/files/pub-container/a.md?v=1';
const SIGNED = `${FILE}&expires=1795000000&signature=secret`;

test.each([
  ['a path of the API host', SIGNED, `${API_HOST}${FILE}`],
  ['a URL', `https://files.example${SIGNED}`, `https://files.example${FILE}`],
  ['an object', { url: SIGNED }, { url: `${API_HOST}${FILE}` }],
])('a content URL answered as %s is cached without its signature', async (_, answer, kept) => {
  const read = studyReadAt(`${API_HOST}/api/v1/content/c1`, 'api');

  const response = Response.json(answer);
  const copy = toCopy(response, await response.clone().arrayBuffer(), read);
  expect(await toResponse(copy).json()).toEqual(kept);
});

test('a copy has headers for type, time, bucket and version, which earlier builds read, and none of the headers of HTTP transport', async () => {
  const headers = { 'Content-Type': 'image/png', 'Permissions-Policy': 'camera=()', ETag: '"1"', 'Set-Cookie': 'a=b' };
  const response = new Response('x', { headers });
  const copy = toCopy(
    response,
    await response.arrayBuffer(),
    studyReadAt(`${API_HOST}/files/a.png?t=7`, 'image'),
    'v1',
  );

  expect([...toResponse(copy).headers]).toEqual([
    ['content-type', 'image/png'],
    ['x-cached-at', expect.stringMatching(/^\d{4}-.*Z$/)],
    ['x-cached-bucket', '7'],
    ['x-cached-for', 'v1'],
  ]);
});

const isAboutIt = (path: string, text: string) =>
  matchesRequest(studyReadAt(`${API_HOST}/api/v1${path}`, 'api'), new TextEncoder().encode(text).buffer);

test.each([
  ['/lessons/l1', '{"id":"l1","title":"題"}'],
  ['/courses/7', '{"id":7}'],
  ['/question-set/q1', '{"id":"q1"}'],
  ['/question-set/q1/explanation', '{"questionSetId":"q1"}'],
  ['/content/c1', `"${SIGNED}"`],
  ['/content/c1', '"https://files.example/portal/auth/login.md"'],
  ['/content/c1', '{"url":"https://files.example/login.webp","error":null}'],
])('the answer of %s matches its request: %s', (path, text) => {
  expect(isAboutIt(path, text)).toBe(true);
});

test.each([
  ['/lessons/l1', '{"message":"maintenance"}'],
  ['/lessons/l1', '{"id":"l2"}'],
  ['/lessons/l1', 'null'],
  ['/lessons/l1', '<p>'],
  ['/question-set/q1/explanation', '{"id":"q1"}'],
  ['/content/c1', '{"message":"maintenance"}'],
  ['/content/c1', '{"url":"https://portal.example/","error":"login"}'],
  ['/content/c1', '{"url":"https://portal.example/login?to=x"}'],
  ['/content/c1', '{"url":"https://portal.example/hotspot/sign-in.php"}'],
  ['/content/c1', '"/oauth2/auth"'],
  ['/lessons/l1', '{"id":"l1","errors":["login"]}'],
])('fault: %s is answered with %s → the answer does not match and is not cached', (path, text) => {
  expect(isAboutIt(path, text)).toBe(false);
});

test('a content URL that is not on the device gives no file keys, and no mismatch is reported', () => {
  const report = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', report);

  expect(fileKeys(undefined)).toEqual([]);
  expect(report).not.toHaveBeenCalled();
});

describe('judging a response', () => {
  const network = useNetworkStub();
  const owner = { apiHost: API_HOST, userId: 'u1' };
  const me = (id: string) => ({ id, username: 'u', name: '名', role: 'STUDENT' });
  const lesson = studyReadAt(`${API_HOST}/api/v1/lessons/l1`, 'api');
  const text = studyReadAt(`${API_HOST}/files/a.md`, 'markdown');
  const html = { 'Content-Type': 'text/html' };
  const json = { 'Content-Type': 'application/json' };
  const detail = '{"detail":"ない"}';
  const judge = (read: typeof lesson, status: number, headers: HeadersInit, body: string | null = null) =>
    judgeAnswer(new Response(body, { status, headers }), read, {
      owner: ownerKey(owner),
      signal: new AbortController().signal,
    });

  beforeEach(() => saveSession({ accessToken: 't', tokenType: 'bearer', owner }));

  test.each([403, 404, 410])('status %i of the API deletes the copy, if GET /me/ names the owner', async (status) => {
    network.answer('GET /me/', 200, me('u1'));
    expect(await judge(lesson, status, json, detail)).toBe('gone');
    expect(network.sent[0]?.cache).toBe('no-store');
  });

  test.each([
    ['a page', 200, '<html>'],
    ['another person', 200, me('u2')],
    ['foreign JSON', 200, { ok: true }],
    ['the same refusal', 403, { detail: 'ない' }],
    ['HTTP 503', 503, ''],
  ])(
    'fault: a gateway refuses like the API, and answers GET /me/ with %s → the copy is kept',
    async (_, status, body) => {
      network.answer('GET /me/', status, body);
      expect(await judge(lesson, 403, json, detail)).toBe('refusal');
      expect(await judge(lesson, 404, html)).toBe('refusal');
    },
  );

  test('fault: the network is cut after a refusal → the copy is kept', async () => {
    network.cut('GET /me/');
    expect(await judge(lesson, 404, json, detail)).toBe('refusal');
  });

  test('fault: another person has signed in meanwhile → the copy is kept, and nobody is asked for', async () => {
    await saveSession({ accessToken: 't', tokenType: 'bearer', owner: { ...owner, userId: 'u2' } });
    expect(await judge(lesson, 404, json, detail)).toBe('refusal');
    expect(network.sent).toEqual([]);
  });

  test.each([
    ['a page', html, '<!doctype html>'],
    ['an empty body', {}, null],
    ['foreign JSON', json, '{"message":"Not Found"}'],
  ])(
    'fault: a server without error bodies lacks one lesson (%s with 404) → the copy is kept',
    async (_, headers, body) => {
      network.answer('GET /me/', 200, me('u1'));
      expect(await judge(lesson, 404, headers, body)).toBe('unclear');
    },
  );

  test.each([
    ['a picture’s URL', '/api/v1/content/c1', 'api', true],
    ['a picture', '/files/pub-container/a.png', 'image', true],
    ['a lesson', '/api/v1/lessons/l1', 'api', false],
  ] as const)(
    'fault: the server answers 503 for %s → no copy is deleted or replaced, and only for files the network has not failed',
    async (_, path, type, isPostponed) => {
      const read = studyReadAt(API_HOST + path, type);

      expect(await judge(read, 503, { ...json, 'Retry-After': '10' }, '{"detail":"少し待って"}')).toBe('unusable');
      expect(isPostponedFile(new Response(null, { status: 503 }), read)).toBe(isPostponed);
    },
  );

  test.each(gatewayAnswers(...OTHER_REFUSALS, ...GATEWAY_FAILURES))(
    'fault: a gateway answers %s → the copy is kept and served',
    async (_, { status, headers, body }) => {
      network.answer('GET /me/', 200, me('u1'));
      for (const read of [lesson, text]) expect(await judge(read, status, headers, body)).toBe('unusable');
    },
  );

  test('other responses', async () => {
    expect(await judge(lesson, 200, json, '{}')).toBe('ok');
    expect(await judge(lesson, 200, html)).toBe('portal');
    expect(await judge(lesson, 401, json, detail)).toBe('session');
    expect(await judge(lesson, 401, {})).toBe('refusal');
    expect(await judge(lesson, 401, { ...json, 'WWW-Authenticate': 'Basic' }, detail)).toBe('basic-auth');
    expect(await judge(text, 200, { 'Content-Type': 'text/markdown' })).toBe('ok');
    expect(await judge(text, 200, json)).toBe('unusable');
    expect(await judge(text, 403, { 'Content-Type': 'application/xml' })).toBe('refusal');
    expect(network.sent).toEqual([]);
  });
});
