import { QueryClient } from '@tanstack/react-query';
// @vitest-environment jsdom
/**
 * Tests requests to servers without optional capabilities: the exact bytes sent, and the changes that each capability
 * makes.
 */
import { useTripServer } from '@tests/support/demo';
import { type SentRequest, useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, expect, test, vi } from 'vitest';

import { fetchAssignments } from '@/api/assignments';
import { fetchAudit } from '@/api/audit';
import { authorize, refreshToken } from '@/api/authorize';
import { createChapter, deleteChapter, fetchChapter, fetchChapters, updateChapter } from '@/api/chapters';
import { createCompany, fetchCompanies, fetchCompany, updateCompany } from '@/api/companies';
import { createCourse, deleteCourse, fetchCourse, fetchCourseFigures, fetchCourses, updateCourse } from '@/api/courses';
import { deleteContent, fetchContents, fetchContentUrl } from '@/api/files/contents';
import { fetchFileSizes } from '@/api/files/file-sizes';
import { uploadContent } from '@/api/files/uploads';
import { fetchInfo } from '@/api/info';
import { createLesson, deleteLesson, fetchLesson, fetchLessons, updateLesson } from '@/api/lessons';
import { fetchMe, fetchOwnCompany } from '@/api/me';
import { fetchProgress, fetchProgressSummary } from '@/api/progress';
import * as setEdits from '@/api/question-set-edits';
import * as sets from '@/api/question-sets';
import { fetchSetStats } from '@/api/question-stats';
import { createSection, deleteSection, fetchSection, fetchSections, updateSection } from '@/api/sections';
import { fetchCourseHistory, fetchCourseTimes, fetchHistory } from '@/api/study-history';
import { createUser, deleteUser, updateUser } from '@/api/user-edits';
import { fetchUser, fetchUsers } from '@/api/users';
import { signOut } from '@/device/sign-out';
import { ENTRY_VERSION, type QueuedEntry } from '@/offline/queue/entries';
import { putEntry } from '@/offline/queue/entry-store';
import { transact } from '@/offline/queue/queue-store';
import { sendEntry } from '@/offline/queue/send-entry';
import { companyGlanceQueries } from '@/queries/people/company-glance';
import type { Capability } from '@/session/capabilities';
import { clearSessionOf, ownerKey, saveSession, type Session } from '@/session/session';

const network = useNetworkStub();
const NONE: readonly Capability[] = [];
const ALL: readonly Capability[] = ['versions', 'revoke', 'current-password'];

async function enter(abilities: readonly Capability[]): Promise<Session> {
  const owner = { apiHost: await useTripServer(), userId: 'u1' };
  const session = { accessToken: 'a-token', tokenType: 'bearer', owner, abilities: [...abilities] };
  await saveSession(session);
  return session;
}

/** Returns method, path with query, the headers that affect a server, and the body. */
function bytesOf({ method, path, headers, body }: SentRequest): string {
  const acted = ['Authorization', 'Content-Type', 'Accept'].map((name) => headers.get(name) ?? '–');
  return [`${method} ${path}`, ...acted, body].join(' | ');
}

const bearer = (words: string, json?: object) =>
  `${words} | Bearer a-token | ${json ? 'application/json' : '–'} | application/json | ${json ? JSON.stringify(json) : ''}`;
const open = (words: string, type: string, body: string) => `${words} | – | ${type} | application/json | ${body}`;

type Row = [call: (abilities: readonly Capability[]) => unknown, sent: string];
const page = { page: 2, size: 10 };
const at = '2026-11-22T00:00:00.000Z';
const title = { title: '題' };
const newSet = { lessonId: 'l1', title: '題', questions: [] };
const submit = {
  clientSubmitId: '8a4f4a3e-0c5e-4d55-9c0a-000000000001',
  questionSetId: 'q1',
  questionSetUpdatedAt: at,
  answers: [],
  answeredAt: at,
};
const entry = (call: QueuedEntry['call']): QueuedEntry => ({
  version: ENTRY_VERSION,
  seq: 1,
  id: '8a4f4a3e-0c5e-4d55-9c0a-000000000002',
  owner: ownerKey({ apiHost: 'http://api', userId: 'u1' }),
  call,
  queuedAt: at,
  state: 'queued',
  attempts: 0,
});
const replay = (call: QueuedEntry['call']) => async (abilities: readonly Capability[]) => {
  const session = await enter(abilities);
  // The call is queued first, because a read lesson is sent only while it is still in the queue: it may have been
  // undone.
  await transact('readwrite', (store) => Promise.resolve(putEntry(store, entry(call))));
  return sendEntry(entry(call), session, { place: 'worker', signal: new AbortController().signal });
};
const newUser = { username: 'u', password: 'made-for-her', name: '名', role: 'STUDENT' } as const;

/** The requests of specification §7 and docs/wire.md, as bytes. */
const table: Row[] = [
  [() => fetchMe(), bearer('GET /me/')],
  [() => fetchOwnCompany(), bearer('GET /me/company')],
  [() => fetchInfo(), bearer('GET /info/')],
  ...(
    [
      [fetchChapters, 'chapters'],
      [fetchCourses, 'courses'],
      [fetchLessons, 'lessons'],
      [fetchSections, 'sections'],
      [fetchCompanies, 'companies'],
      [sets.fetchQuestionSets, 'question-set'],
      [fetchUsers, 'users'],
      [fetchContents, 'content'],
    ] as const
  ).flatMap(([fetchList, name]): Row[] => [
    [() => fetchList(), bearer(`GET /${name}/`)],
    [() => fetchList(page), bearer(`GET /${name}/?page=2&size=10`)],
  ]),
  [() => fetchChapter('x1'), bearer('GET /chapters/x1')],
  [() => createChapter({ ...title, sectionId: 's1' }), bearer('POST /chapters/', { ...title, sectionId: 's1' })],
  [() => updateChapter('x1', title), bearer('PATCH /chapters/x1', title)],
  [() => deleteChapter('x1'), bearer('DELETE /chapters/x1')],
  [() => fetchCourse('x1'), bearer('GET /courses/x1')],
  [() => createCourse(title), bearer('POST /courses/', title)],
  [() => updateCourse('x1', { order: 2 }), bearer('PATCH /courses/x1', { order: 2 })],
  [() => deleteCourse('x1'), bearer('DELETE /courses/x1')],
  [() => fetchLesson('x1'), bearer('GET /lessons/x1')],
  [() => createLesson({ ...title, chapterId: 'c1' }), bearer('POST /lessons/', { ...title, chapterId: 'c1' })],
  [() => updateLesson('x1', { ...title, updatedAt: at }), bearer('PATCH /lessons/x1', { ...title, updatedAt: at })],
  [() => deleteLesson('x1'), bearer('DELETE /lessons/x1')],
  [() => fetchSection('x1'), bearer('GET /sections/x1')],
  [() => createSection({ ...title, courseId: 'c1' }), bearer('POST /sections/', { ...title, courseId: 'c1' })],
  [() => updateSection('x1', title), bearer('PATCH /sections/x1', title)],
  [() => deleteSection('x1'), bearer('DELETE /sections/x1')],
  [() => sets.fetchQuestionSet('x1'), bearer('GET /question-set/x1')],
  [() => sets.fetchExplanation('x1'), bearer('GET /question-set/x1/explanation')],
  [() => setEdits.createQuestionSet(newSet), bearer('POST /question-set/', newSet)],
  [() => setEdits.updateQuestionSet('x1', newSet), bearer('PUT /question-set/x1', newSet)],
  // `updatedAt` of lessons and question sets belongs to the base contract (docs/wire.md, "Versions").
  [
    () => setEdits.updateQuestionSet('x1', { ...newSet, updatedAt: at }),
    bearer('PUT /question-set/x1', { ...newSet, updatedAt: at }),
  ],
  [() => setEdits.deleteQuestionSet('x1'), bearer('DELETE /question-set/x1')],
  [() => fetchContentUrl('x1'), bearer('GET /content/x1')],
  [() => deleteContent('x1'), bearer('DELETE /content/x1')],
  [() => fetchCompany('x1'), bearer('GET /companies/x1')],
  [() => createCompany({ name: '社' }), bearer('POST /companies/', { name: '社' })],
  [() => updateCompany('x1', { note: '注' }), bearer('PATCH /companies/x1', { note: '注' })],
  [() => fetchUser('x1'), bearer('GET /users/x1')],
  [() => createUser(newUser), bearer('POST /users/', newUser)],
  [() => updateUser('x1', { password: 'made-for-her' }), bearer('PATCH /users/x1', { password: 'made-for-her' })],
  [() => deleteUser('x1'), bearer('DELETE /users/x1')],
  [() => fetchAudit(page), bearer('GET /audit/?page=2&size=10')],
  [() => fetchFileSizes(), bearer('GET /file-sizes/')],
  [() => fetchProgress('u1'), bearer('GET /progress/detail/u1')],
  [() => fetchCourseHistory('u1', 'c1'), bearer('GET /progress/detail/u1/c1')],
  [() => fetchProgressSummary('u1'), bearer('GET /progress/summary/u1')],
  [replay({ kind: 'lesson-read', lessonId: 'l1' }), bearer('PUT /progress/lesson/l1')],
  [replay({ kind: 'answer-submit', submit }), bearer('POST /submit/', submit)],
  [
    () => refreshToken('r'),
    open('POST /token', 'application/json', '{"refresh_token":"r","grant_type":"refresh_token"}'),
  ],
  [
    () => authorize({ username: 'u', password: 'ｐ &=' }),
    open('POST /authorize', '–', 'username=u&password=%EF%BD%90+%26%3D'),
  ],
];

/** Returns the requests of one call; the responses to them are ignored. */
async function sentBy(call: Row[0], abilities: readonly Capability[]): Promise<string[]> {
  await enter(abilities);
  network.sent.length = 0;
  await Promise.resolve(call(abilities)).catch(() => undefined);
  return network.sent.map(bytesOf);
}

beforeEach(() => {
  // Console errors are ignored: the stubbed empty response matches no schema, so most calls reject.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  network.answer(/./, 200, {});
  return async () => clearSessionOf(ownerKey((await enter(NONE)).owner));
});

test.each(table)('call %# sends the same bytes to servers with and without capabilities', async (call, sent) => {
  expect(await sentBy(call, NONE)).toEqual([sent]);
  expect(await sentBy(call, ALL)).toEqual([sent]);
});

const newQuestion: setEdits.NewQuestion = {
  id: 'n1',
  type: 'single',
  body: '問',
  choices: [],
  shuffle: true,
  lenient: true,
};
const { shuffle: _shuffle, lenient: _lenient, ...specifiedQuestion } = newQuestion;

/** Calls with a field or parameter of a capability: what is sent without the capability, and with it. */
const optional: [capability: Capability, call: () => unknown, without: string, withIt: string][] = [
  ...(
    [
      ['courses', updateCourse],
      ['sections', updateSection],
      ['chapters', updateChapter],
    ] as const
  ).map(([name, update]): (typeof optional)[number] => [
    'versions',
    () => update('x1', { ...title, updatedAt: at }),
    bearer(`PATCH /${name}/x1`, title),
    bearer(`PATCH /${name}/x1`, { ...title, updatedAt: at }),
  ]),
  [
    'versions',
    () => updateCompany('x1', { note: '注', updatedAt: at }),
    bearer('PATCH /companies/x1', { note: '注' }),
    bearer('PATCH /companies/x1', { note: '注', updatedAt: at }),
  ],
  [
    'versions',
    () => updateUser('x1', { name: '名', updatedAt: at }),
    bearer('PATCH /users/x1', { name: '名' }),
    bearer('PATCH /users/x1', { name: '名', updatedAt: at }),
  ],
  [
    'name-kana',
    () => updateUser('x1', { nameKana: null }),
    bearer('PATCH /users/x1', {}),
    bearer('PATCH /users/x1', { nameKana: null }),
  ],
  [
    'name-kana',
    () => createUser({ ...newUser, nameKana: 'メイ' }),
    bearer('POST /users/', newUser),
    bearer('POST /users/', { ...newUser, nameKana: 'メイ' }),
  ],
  [
    'current-password',
    () => updateUser('x1', { password: 'made-for-her', currentPassword: 'old' }),
    bearer('PATCH /users/x1', { password: 'made-for-her' }),
    bearer('PATCH /users/x1', { password: 'made-for-her', currentPassword: 'old' }),
  ],
  [
    'shuffle',
    () => setEdits.createQuestionSet({ ...newSet, questions: [newQuestion] }),
    bearer('POST /question-set/', { ...newSet, questions: [specifiedQuestion] }),
    bearer('POST /question-set/', { ...newSet, questions: [{ ...specifiedQuestion, shuffle: true }] }),
  ],
  [
    'lenient',
    () => setEdits.updateQuestionSet('x1', { ...newSet, questions: [newQuestion] }),
    bearer('PUT /question-set/x1', { ...newSet, questions: [specifiedQuestion] }),
    bearer('PUT /question-set/x1', { ...newSet, questions: [{ ...specifiedQuestion, lenient: true }] }),
  ],
  [
    'searched-lists',
    () => fetchContents({ uses: 'true', page: 2 }),
    bearer('GET /content/?page=2'),
    bearer('GET /content/?uses=true&page=2'),
  ],
  [
    'audit-details',
    () => fetchAudit({ details: '1', q: '名', page: 2 }),
    bearer('GET /audit/?page=2'),
    bearer('GET /audit/?details=1&q=%E5%90%8D&page=2'),
  ],
];

test.each(optional)('the capability %s adds its fields to call %#', async (capability, call, without, withIt) => {
  expect(await sentBy(call, NONE)).toEqual([without]);
  expect(await sentBy(call, [capability])).toEqual([withIt]);
});

test.each<[Capability, () => Promise<unknown>, string]>([
  ['searched-lists', () => fetchLessons.search({ q: '題' }), 'GET /lessons/?q=%E9%A1%8C'],
  ['whole-history', () => fetchHistory('u1'), 'GET /progress/detail/u1?history=all'],
  ['submit-history', () => fetchCourseTimes('u1', 'c1'), 'GET /progress/detail/u1/c1'],
  ['read-at', () => fetchCourseTimes('u1', 'c1'), 'GET /progress/detail/u1/c1'],
  ['assignments', () => fetchAssignments(), 'GET /assignments/'],
  ['question-stats', () => fetchSetStats('q1'), 'GET /question-set/q1/stats'],
  ['course-figures', () => fetchCourseFigures({ figures: '1' }), 'GET /courses/?figures=1'],
])('a server without the capability %s is not asked, and the answer is undefined', async (capability, call, sent) => {
  expect(await sentBy(call, NONE)).toEqual([]);
  expect(await call()).toBeUndefined();
  expect(await sentBy(call, [capability])).toEqual([bearer(sent)]);
});

test('a search is answered only by a page to which the server has applied the whole query', async () => {
  await enter(['searched-lists']);
  const answer = (applied?: string[]) => network.answer(/./, 200, { items: [], total: 0, applied });
  answer(['q']);
  expect(await fetchLessons.search({ q: '題' })).toMatchObject({ items: [] });
  expect(await fetchLessons.search({ q: '題', courseId: 'c1' })).toBeUndefined();
  answer();
  expect(await fetchLessons.search({ q: '題' })).toBeUndefined();
});

test('a company’s figures come from a server with `searched-lists` alone, without a read of all people', async () => {
  await enter(['searched-lists']);
  const figures = { learnerCount: 20_000, meanShare: 0.5, behindCount: 3 };
  network.answer('GET /companies/c1', 200, { id: 'c1', name: '社', figures });
  network.answer(/^GET \/users/, 200, { items: [], total: 3, applied: ['companyId', 'state', 'sort'] });
  const glance = await new QueryClient().fetchQuery(companyGlanceQueries.glance('c1'));
  expect(glance).toEqual({ learnerCount: 20_000, meanPercent: 50, behindCount: 3, behind: [] });
});

test('an upload sends the same bytes to servers with and without capabilities', async () => {
  const form = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function send(this: XMLHttpRequest) {
    this.dispatchEvent(new Event('error'));
  });
  const opened = vi.spyOn(XMLHttpRequest.prototype, 'open');
  for (const abilities of [NONE, ALL]) {
    await enter(abilities);
    await uploadContent('図 1.md', new Blob(['字'])).catch(() => undefined);
  }

  const paths = opened.mock.calls.map(([method, url]) => `${method} ${new URL(url).pathname}`);
  expect(paths).toEqual(Array(2).fill('PUT /api/v1/content/pub-container/%E5%9B%B3%201.md'));
  expect(form.mock.calls.map(([body]) => [...(body as FormData).keys()])).toEqual([['file'], ['file']]);
});

test('a sign-out revokes tokens only on a server with the capability `revoke`', async () => {
  const leave = async (abilities: readonly Capability[]) => signOut(ownerKey((await enter(abilities)).owner), 'keep');
  expect(await sentBy(leave, NONE)).toEqual([]);
  const revoke = open('POST /revoke', '–', 'token=a-token&token_type_hint=access_token');
  expect(await sentBy(leave, ALL)).toEqual([revoke]);
});

test('a read lesson is sent with its time only to a server with the capability `read-at`', async () => {
  const reading = replay({ kind: 'lesson-read', lessonId: 'l1' });
  expect(await sentBy(reading, ALL)).toEqual([bearer('PUT /progress/lesson/l1')]);
  const dated = bearer('PUT /progress/lesson/l1?at=2026-11-22T00%3A00%3A00.000Z');
  expect(await sentBy(reading, ['read-at'])).toEqual([dated]);
});
