/** Tests the format of a cached copy. */
import { expect, test, vi } from 'vitest';

import { studyReadAt } from '@/offline/copies/study-cache';
import {
  fileKeys,
  isGone,
  isPostponedFile,
  isServerAnswer,
  matchesRequest,
  toCopy,
  toResponse,
} from '@/offline/copies/study-copy';

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

test.each([
  ['a picture’s URL', '/api/v1/content/c1', 'api', true],
  ['a picture', '/files/pub-container/a.png', 'image', true],
  ['a lesson', '/api/v1/lessons/l1', 'api', false],
] as const)(
  'fault: the server answers 503 for %s → no copy is deleted or replaced, and only for files the network has not failed',
  (_, path, type, isPostponed) => {
    const response = Response.json({ detail: '少し待って' }, { status: 503, headers: { 'Retry-After': '10' } });
    const read = studyReadAt(API_HOST + path, type);

    expect([isServerAnswer(response, read), isGone(response, read)]).toEqual([false, false]);
    expect(isPostponedFile(response, read)).toBe(isPostponed);
  },
);

const isAboutIt = (path: string, text: string) =>
  matchesRequest(studyReadAt(`${API_HOST}/api/v1${path}`, 'api'), new TextEncoder().encode(text).buffer);

test.each([
  ['/lessons/l1', '{"id":"l1","title":"題"}'],
  ['/courses/7', '{"id":7}'],
  ['/question-set/q1', '{"id":"q1"}'],
  ['/question-set/q1/explanation', '{"questionSetId":"q1"}'],
  ['/content/c1', `"${SIGNED}"`],
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
])('fault: %s is answered with %s → the answer does not match and is not cached', (path, text) => {
  expect(isAboutIt(path, text)).toBe(false);
});

test('a content URL that is not on the device gives no file keys, and no mismatch is reported', () => {
  const report = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', report);

  expect(fileKeys(undefined)).toEqual([]);
  expect(report).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
