/** Servers that are broken in one way, as layers over the embedded server. */
import type { Finding } from '@server/ops/check-server/finding';
import { expect } from 'vitest';

import { HOUR_MS } from '@/lib/constants';

import { allowing, answering, APP, type Change, changing, refreshingOnce } from './changed-server';

const LESSON = /\/lessons\/[^/]+$/;
const COURSES = /\/courses\/$/;
const problem = { 'Content-Type': 'application/problem+json' };
const withoutZone = (at: number) => new Date(at).toISOString().replace('Z', '');

/** Servers that are broken in one way each, with everything that `npm run check-server` says of them. */
export const brokenServers: [name: string, change: Change, findings: Partial<Finding>[], args?: string[]][] = [
  [
    'another name for the title of a lesson',
    changing(LESSON, ({ title, ...lesson }) => ({ ...lesson, lesson_title: title })),
    [
      {
        state: 'fail',
        about: 'GET /lessons/{id}',
        field: 'title',
        expected: 'string',
        found: 'なし',
        near: 'lesson_title',
      },
    ],
  ],
  [
    'text instead of the minutes of a lesson',
    changing(LESSON, (lesson) => ({ ...lesson, minutes: '5分' })),
    [{ state: 'fail', about: 'GET /lessons/{id}', field: 'minutes', expected: 'number', found: 'string' }],
  ],
  [
    'lists in `results`',
    changing(/\/assignments\/$/, ({ items, total }) => ({ results: items, count: total })),
    [{ state: 'fail', about: 'GET /assignments/', field: 'items', found: 'なし', near: 'results' }],
  ],
  [
    'no count of lessons in the list of courses',
    changing(COURSES, (page) => ({
      ...page,
      items: page.items.map(({ lessonCount, ...course }: { lessonCount: number }) => ({
        ...course,
        num_lessons: lessonCount,
      })),
    })),
    [
      {
        state: 'warn',
        about: 'GET /courses/',
        field: 'items[].lessonCount',
        found: 'なし',
        near: 'num_lessons',
        words: '「–」と表示するか、その表示を省きます。',
      },
    ],
  ],
  [
    'a refusal of pages of 200',
    (request, pass) =>
      COURSES.test(request.path) && Number(request.query.get('size')) > 100
        ? { status: 422, headers: problem, body: { title: 'size', status: 422 } }
        : pass(),
    [
      {
        state: 'warn',
        about: 'GET /courses/',
        words: 'size=200 を 422 で断ります。アプリは size=100 で読み直します。',
      },
    ],
  ],
  [
    'pages that are cut silently',
    ({ path, query }, pass) =>
      pass({ query: COURSES.test(path) ? new URLSearchParams({ page: query.get('page') ?? '1', size: '1' }) : query }),
    [
      {
        state: 'warn',
        about: 'GET /courses/',
        words: 'size=200 でも1件ずつ返します。アプリは続きのページも読みます。',
      },
    ],
  ],
  [
    'page numbers from 0',
    ({ path, query }, pass) => {
      const isShort = COURSES.test(path) && query.get('size') === '1';
      return pass({ query: isShort ? new URLSearchParams({ page: '3', size: '1' }) : query });
    },
    [{ state: 'fail', about: 'GET /courses/', words: 'page を0から数えています。1から数えてください。' }],
  ],
  [
    'dates without zone',
    changing(LESSON, (lesson) => ({ ...lesson, updatedAt: lesson.updatedAt.replace('Z', '') })),
    [{ state: 'warn', about: '日時', field: 'GET /lessons/{id} updatedAt' }],
  ],
  [
    'dates without zone in the time of Japan',
    changing(LESSON, (lesson) => ({ ...lesson, updatedAt: withoutZone(Date.now() + 9 * HOUR_MS) })),
    [
      {
        state: 'fail',
        about: '日時',
        field: 'GET /lessons/{id} updatedAt',
        words: '時差のない日時が、UTC とみなすと Date より先です。API_TIME_OFFSET=+09:00 でビルドしてください。',
      },
    ],
  ],
  [
    'explanations that a learner may not read',
    answering(/\/question-set\/[^/]+\/explanation$/, {
      status: 403,
      headers: problem,
      body: { title: 'no', status: 403 },
    }),
    [
      { state: 'fail', about: 'GET /question-set/{id}/explanation' },
      {
        state: 'warn',
        about: 'オフライン',
        words: '解説を読めません。保存したコースは「一部」になり、採点は送信後になります。',
      },
    ],
  ],
  [
    'a redirect to a path with a slash',
    answering(/\/progress\/summary\//, { status: 307, headers: { Location: '/elsewhere/' }, body: '' }),
    [
      {
        state: 'fail',
        about: 'GET /progress/summary/{user_id}',
        words: 'リダイレクト（307）です。アプリはたどりません。末尾の / を確かめてください。',
      },
    ],
  ],
  [
    'HTML with status 200',
    answering(/\/me\/company$/, { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<h1>会社</h1>' }),
    [{ state: 'fail', about: 'GET /me/company', words: 'HTML を返します（200）。アプリは別の応答とみなします。' }],
  ],
  [
    'JSON as plain text',
    async (request, pass) => {
      const reply = await pass();
      const isSet = /\/question-set\/[^/]+\/explanation$/.test(request.path);
      return isSet ? { ...reply, headers: { ...reply.headers, 'content-type': 'text/plain' } } : reply;
    },
    [
      {
        state: 'fail',
        about: 'GET /question-set/{id}/explanation',
        words: 'Content-Type が text/plain です。application/json にしないと端末に保存されません。',
      },
    ],
  ],
  [
    'errors in a 2xx response',
    changing(/\/me\/company$/, (company) => ({ ...company, errors: ['x'] })),
    [{ state: 'fail', about: 'GET /me/company' }],
  ],
  [
    'a call that is missing and that the app can do without',
    answering(/\/assignments\/$/, { status: 404, headers: problem, body: { title: '404', status: 404 } }),
    [{ state: 'warn', about: 'GET /assignments/', words: '404 を返します。この機能なしで動きます。' }],
  ],
  [
    'a picture relative to the text',
    async (_, pass) => {
      const reply = await pass();
      const isText = /markdown/.test(reply.headers['content-type'] ?? '');
      return isText ? { ...reply, body: `${reply.body}\n![図](images/figure.png)\n` } : reply;
    },
    [{ state: 'warn', about: 'ファイル' }],
  ],
  [
    'texts as bytes of no type',
    async (_, pass) => {
      const reply = await pass();
      const isText = /markdown/.test(reply.headers['content-type'] ?? '');
      return isText ? { ...reply, headers: { ...reply.headers, 'content-type': 'application/pdf' } } : reply;
    },
    [
      {
        state: 'fail',
        about: 'ファイル',
        words: 'レッスンの文章の Content-Type が application/pdf です。text/markdown にしてください。',
      },
    ],
  ],
  [
    'preflights without DELETE',
    allowing('GET, POST, PUT, PATCH'),
    [{ state: 'fail', about: 'CORS', words: 'Access-Control-Allow-Methods に DELETE がありません。' }],
    ['--student', 'student', '--origin', APP],
  ],
  [
    '403 for an invalid token',
    async (_, pass) => {
      const reply = await pass();
      return reply.status === 401 ? { ...reply, status: 403 } : reply;
    },
    [
      {
        state: 'fail',
        about: '401',
        words: '無効なトークンの GET /me/ が 403 です。401 を返さないと、トークンを更新できません。',
      },
    ],
  ],
  ['refresh tokens that work once', refreshingOnce(), [{ state: 'fail', about: 'POST /token' }]],
  [
    '404 without a body',
    async (_, pass) => {
      const reply = await pass();
      return reply.status === 404 ? { status: 404, headers: {}, body: '' } : reply;
    },
    [{ state: 'fail', about: '404' }],
  ],
  [
    '401 for what the role may not read',
    answering(/\/companies\/$/, { status: 401, headers: problem, body: { title: '401', status: 401 } }),
    [{ state: 'fail', about: '403' }],
  ],
  [
    'a course without its outline',
    changing(/\/courses\/[^/]+$/, (course) => ({ ...course, sections: [] })),
    [
      {
        state: 'fail',
        about: 'オフライン',
        words: expect.stringMatching(/^コースの中身（sections、chapters、lessons）にレッスンがありません。/),
      },
    ],
  ],
  [
    'lessons that name another course',
    changing(LESSON, (lesson) => ({ ...lesson, courseId: 'other' })),
    [
      {
        state: 'fail',
        about: 'オフライン',
        words: expect.stringMatching(/^レッスンの courseId が、そのレッスンのあるコースではありません。/),
      },
    ],
  ],
  [
    'explanations that name another set',
    changing(/\/explanation$/, (explanation) => ({ ...explanation, questionSetId: 'other' })),
    [{ state: 'fail', about: 'オフライン', words: '解説の questionSetId が、その問題集ではありません。' }],
  ],
];
