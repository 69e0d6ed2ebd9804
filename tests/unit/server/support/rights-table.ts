/**
 * The table of docs/wire.md, "Rights": every call of specification §7, by kind of id, and the status for each role.
 * Written from the decisions, not from the code: `rights.test.ts` finds deviations of the server.
 */
import { multipartFile } from '@tests/support/multipart';
import { pictures } from '@tests/support/pictures';
import type { CallOptions } from '@tests/support/server';

import { badIds, type Maker, type Statuses } from './rights-ids';

export interface Rule {
  /** The call, for example 'GET /courses/{id}'. */
  call: string;
  /**
   * Kind of id → the id or the function that makes its resource, and the expected statuses. `self` is the caller's own
   * id.
   */
  ids: Record<string, { id: string | { make: Maker }; expected: Statuses }>;
  /** Creates the request's body and headers. */
  options?: () => CallOptions;
}

export const all: Statuses = [200, 200, 200, 200];
export const editors: Statuses = [403, 200, 200, 200];
const editorsCreate: Statuses = [403, 201, 201, 201];
const editorsConflict: Statuses = [403, 409, 409, 409];
export const editorsDelete: Statuses = [403, 204, 204, 204];
/** Draft courses are answered 404 to students. */
const draft: Statuses = [404, 200, 200, 200];
const nothing: Statuses = [404, 404, 404, 404];
export const nothingToEdit: Statuses = [403, 404, 404, 404];
export const managers: Statuses = [403, 403, 200, 200];

export const one = (call: string, expected: Statuses, options?: () => CallOptions): Rule => ({
  call,
  ids: { '–': { id: '', expected } },
  ...(options && { options }),
});
export const json = (value: unknown) => () => ({ json: value });

/** Rules of a curriculum resource: students read published ones, others read and write all. */
function curriculum(
  name: string,
  published: string,
  drafted: string,
  make: Maker,
  fresh: object,
  change: object,
): Rule[] {
  const made = (expected: Statuses, bad: Statuses) => ({ draft: { id: { make }, expected }, ...badIds(bad) });
  const write = name === 'question-set' ? 'PUT' : 'PATCH';
  return [
    one(`GET /${name}/`, all),
    {
      call: `GET /${name}/{id}`,
      ids: {
        published: { id: published, expected: all },
        draft: { id: drafted, expected: draft },
        ...badIds(nothing),
      },
    },
    one(`POST /${name}/`, editorsCreate, json(fresh)),
    { call: `${write} /${name}/{id}`, ids: made(editors, nothingToEdit), options: json(change) },
    { call: `DELETE /${name}/{id}`, ids: made(editorsDelete, nothingToEdit) },
  ];
}

const questions = [{ id: 'q', type: 'text', body: '問', choices: [], acceptedAnswers: ['答'] }];
export const newSet = { lessonId: 'onboarding-first-day', title: '試験', questions };
const title = { title: '試験' };

const curriculumRules = [
  ...curriculum('courses', 'security', 'onboarding', 'course', title, title),
  ...curriculum('sections', 'security-s1', 'onboarding-s1', 'section', { ...title, courseId: 'onboarding' }, title),
  ...curriculum(
    'chapters',
    'git-s1-c1',
    'onboarding-s1-c1',
    'chapter',
    { ...title, sectionId: 'onboarding-s1' },
    title,
  ),
  ...curriculum(
    'lessons',
    'security-why',
    'onboarding-first-day',
    'lesson',
    { ...title, chapterId: 'onboarding-s1-c1' },
    title,
  ),
  ...curriculum('question-set', 'git-q-cli', 'onboarding-q-first-day', 'question-set', newSet, newSet),
  {
    call: 'GET /question-set/{id}/explanation',
    ids: {
      published: { id: 'git-q-cli', expected: all },
      draft: { id: 'onboarding-q-first-day', expected: draft },
      ...badIds(nothing),
    },
  },
  {
    call: 'GET /question-set/{id}/stats',
    ids: {
      published: { id: 'git-q-cli', expected: editors },
      draft: { id: 'onboarding-q-first-day', expected: editors },
      ...badIds(nothingToEdit),
    },
  },
  {
    call: 'POST /question-set/{id}/rescore',
    options: () => ({ json: { dryRun: true } }),
    ids: {
      published: { id: 'git-q-cli', expected: managers },
      draft: { id: 'onboarding-q-first-day', expected: managers },
      ...badIds([403, 403, 404, 404]),
    },
  },
];

const contentRules: Rule[] = [
  one('GET /content/', all),
  {
    call: 'GET /content/{id}',
    ids: {
      published: { id: 'security-why-md', expected: all },
      draft: { id: 'onboarding-first-day-md', expected: draft },
      'published picture': { id: 'security-img-cover', expected: all },
      'used by nothing': { id: { make: 'content' }, expected: draft },
      'in the trash': { id: { make: 'trashed-picture' }, expected: draft },
      ...badIds(nothing),
    },
  },
  one('PUT /content/pub-container/rights.png', editors, () => multipartFile(pictures.png)),
  one('PUT /content/other/rights.png', nothingToEdit, () => multipartFile(pictures.png)),
  {
    call: 'DELETE /content/{id}',
    ids: {
      'used by nothing': { id: { make: 'content' }, expected: editorsDelete },
      'published picture': { id: 'security-img-cover', expected: editorsConflict },
      'in the trash': { id: { make: 'trashed-picture' }, expected: editorsConflict },
      ...badIds(nothingToEdit),
    },
  },
];

const submitTo = (questionSetId: string) => (): CallOptions => {
  const at = '2026-01-01T00:00:00.000Z';
  const clientSubmitId = crypto.randomUUID();
  return { json: { clientSubmitId, questionSetId, questionSetUpdatedAt: at, answers: [], answeredAt: at } };
};
const studyRules: Rule[] = [
  one('POST /submit/', [201, 201, 201, 201], submitTo('git-q-cli')),
  one('POST /submit/', [404, 201, 201, 201], submitTo('onboarding-q-first-day')),
  one('POST /submit/', nothing, submitTo('nothing-of-that-name')),
  {
    call: 'PUT /progress/lesson/{id}',
    ids: {
      published: { id: 'security-why', expected: all },
      draft: { id: 'onboarding-first-day', expected: draft },
      ...badIds(nothing),
    },
  },
  ...['GET /progress/detail/{id}', 'GET /progress/detail/{id}/security', 'GET /progress/summary/{id}'].map((call) => ({
    call,
    ids: {
      own: { id: 'self', expected: all },
      'own company': { id: 'user-kato', expected: editors },
      foreign: { id: 'user-student2', expected: [403, 404, 200, 200] as const },
      ...badIds(nothingToEdit, nothing),
    },
  })),
  one('GET /progress/detail/user-student/onboarding', nothing),
];

const person = (role: string) => (): CallOptions => {
  const username = `rights-${crypto.randomUUID().slice(0, 8)}`;
  return { json: { username, password: 'made-password', name: '試験 用', role } };
};
const editUsers: Rule['ids'] = {
  'own company': { id: { make: 'colleague' }, expected: managers },
  foreign: { id: { make: 'stranger' }, expected: [403, 404, 200, 200] },
  'an admin': { id: { make: 'admin-user' }, expected: [403, 404, 403, 200] },
  ...badIds(nothingToEdit, nothing),
};
const peopleRules: Rule[] = [
  ...['GET /me/', 'GET /me/company', 'GET /info/', 'GET /users/'].map((call) => one(call, all)),
  {
    call: 'GET /users/{id}',
    ids: {
      own: { id: 'self', expected: all },
      'own company': { id: 'user-kato', expected: editors },
      foreign: { id: 'user-student2', expected: [403, 404, 200, 200] },
      'an admin': { id: 'user-admin', expected: [403, 404, 200, 200] },
      ...badIds(nothingToEdit, nothing),
    },
  },
  ...['STUDENT', 'STAFF', 'TEACHER'].map((role) => one('POST /users/', [403, 403, 201, 201], person(role))),
  one('POST /users/', [403, 403, 403, 201], person('ADMIN')),
  { call: 'PATCH /users/{id}', ids: { own: { id: 'self', expected: all } }, options: json({ name: '改 名' }) },
  { call: 'PATCH /users/{id}', ids: editUsers, options: json({ name: '改 名' }) },
  { call: 'PATCH /users/{id}', ids: editUsers, options: json({ password: 'reset-password' }) },
  {
    call: 'PATCH /users/{id}',
    ids: {
      own: { id: 'self', expected: [403, 403, 403, 200] },
      'own company': { id: { make: 'colleague' }, expected: [403, 403, 403, 200] },
      foreign: { id: { make: 'stranger' }, expected: [403, 404, 403, 200] },
    },
    options: json({ role: 'ADMIN' }),
  },
  {
    call: 'PATCH /users/{id}',
    ids: { own: { id: 'self', expected: [422, 422, 422, 422] } },
    options: json({ password: 'own-new-password' }),
  },
  {
    call: 'DELETE /users/{id}',
    ids: {
      own: { id: 'self', expected: [403, 403, 409, 409] },
      'own company': { id: { make: 'colleague' }, expected: [403, 403, 204, 204] },
      foreign: { id: { make: 'stranger' }, expected: [403, 403, 204, 204] },
      'an admin': { id: { make: 'admin-user' }, expected: [403, 403, 403, 204] },
      ...badIds([403, 403, 404, 404]),
    },
  },
  ...['GET /companies/', 'GET /companies/?size=20'].map((call) => one(call, managers)),
  ...['GET /audit/', 'GET /audit/?details=1&words=%E4%BD%90%E8%97%A4'].map((call) => one(call, [403, 403, 403, 200])),
  one('GET /file-sizes/', [403, 403, 403, 200]),
  {
    call: 'GET /companies/{id}',
    ids: {
      own: { id: 'minato', expected: editors },
      foreign: { id: 'yamabiko', expected: [403, 404, 200, 200] },
      ...badIds(nothingToEdit),
    },
  },
  one('POST /companies/', [403, 403, 201, 201], json({ name: '新会社' })),
  {
    call: 'PATCH /companies/{id}',
    ids: { own: { id: 'minato', expected: managers }, ...badIds([403, 403, 404, 404]) },
    options: json({ note: '改' }),
  },
  one('DELETE /companies/minato', [405, 405, 405, 405]),
];

/** All calls of the specification. */
export const specifiedRights: readonly Rule[] = [...curriculumRules, ...contentRules, ...studyRules, ...peopleRules];
