// @vitest-environment jsdom
/** Makes every call of specification §7 once, through its typed function, against the embedded API. */
import { demoSession, signInAs } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type * as z from 'zod/mini';

import { authorize, refreshToken } from '@/api/authorize';
import { createChapter, deleteChapter, fetchChapter, fetchChapters, updateChapter } from '@/api/chapters';
import { createCompany, fetchCompanies, fetchCompany, updateCompany } from '@/api/companies';
import { createCourse, deleteCourse, fetchCourse, fetchCourses, updateCourse } from '@/api/courses';
import { deleteContent, fetchContents, fetchMarkdown } from '@/api/files/contents';
import { uploadContent } from '@/api/files/uploads';
import { fetchInfo } from '@/api/info';
import { createSubmit, markLessonRead } from '@/api/learner-calls';
import { createLesson, deleteLesson, fetchLesson, fetchLessons, updateLesson } from '@/api/lessons';
import { fetchMe, fetchOwnCompany } from '@/api/me';
import { request } from '@/api/network/client';
import type { CallRequest } from '@/api/network/transport';
import { fetchProgress, fetchProgressSummary, lessonReadSchema } from '@/api/progress';
import { createQuestionSet, deleteQuestionSet, updateQuestionSet } from '@/api/question-set-edits';
import { fetchExplanation, fetchQuestionSet, fetchQuestionSets } from '@/api/question-sets';
import { createSection, deleteSection, fetchSection, fetchSections, updateSection } from '@/api/sections';
import { fetchCourseHistory, fetchHistory } from '@/api/study-history';
import { submitSchema } from '@/api/submits';
import { createUser, deleteUser, updateUser } from '@/api/user-edits';
import { fetchUser, fetchUsers } from '@/api/users';

const network = useNetworkStub();
const made = new Set<string>();
const unique = Date.now().toString(36);

/** The calls of specification §7, with placeholders for ids and names. */
const crud = (collection: string, update = 'PATCH') => [
  `GET /${collection}/`,
  `POST /${collection}/`,
  `GET /${collection}/{id}`,
  `${update} /${collection}/{id}`,
];
const table = [
  'POST /authorize',
  'POST /token',
  'GET /me/',
  'GET /me/company',
  'GET /info/',
  ...['chapters', 'courses', 'lessons', 'sections', 'users'].flatMap((name) => [...crud(name), `DELETE /${name}/{id}`]),
  ...crud('companies'),
  ...crud('question-set', 'PUT'),
  'DELETE /question-set/{id}',
  'GET /question-set/{id}/explanation',
  'GET /content/',
  'GET /content/{id}',
  'DELETE /content/{id}',
  'PUT /content/pub-container/{fname}',
  'POST /submit/',
  'GET /progress/detail/{id}',
  'GET /progress/detail/{id}/{id}',
  'GET /progress/summary/{id}',
  'PUT /progress/lesson/{id}',
];

/** Replaces ids by placeholders: 'GET /courses/git?page=1' → 'GET /courses/{id}' */
function withoutIds(words: string): string {
  const fixed = new Set(['me', 'company', 'detail', 'summary', 'lesson', 'explanation', 'pub-container', 'authorize']);
  const [method, path = ''] = words.replace(/\?.*$/, '').split(' ');
  const parts = path.split('/').map((part, index) => {
    if (index < 2 || part === '' || fixed.has(part)) return part;
    return part.endsWith('.md') ? '{fname}' : '{id}';
  });
  return `${method} ${parts.join('/')}`;
}

/** Sends at once a call that the app would send through the queue. */
const sendLater = <S extends z.core.$ZodType>({ path, ...options }: CallRequest, schema: S) =>
  request(path, schema, options);

const apiPath = (url: string | URL) => new URL(url).pathname.replace('/api/v1', '');

beforeEach(async () => {
  await signInAs('admin');
  // Uploads are recorded separately, because they use XMLHttpRequest, not fetch.
  const opened = vi.spyOn(XMLHttpRequest.prototype, 'open');
  return () => {
    for (const [method, url] of opened.mock.calls) made.add(withoutIds(`${method} ${apiPath(url)}`));
  };
});
const noteCalls = () => network.calls().forEach((words) => words.includes('/files/') || made.add(withoutIds(words)));

describe('without a bearer header', () => {
  test('POST /authorize returns token data, POST /token a new access token; both are sent without a bearer header', async () => {
    const token = await authorize({ username: 'student', password: 'demo-password', grant_type: 'password' });
    const renewed = await refreshToken(token.refresh_token ?? '');

    expect(Object.keys(token).toSorted()).toEqual(['access_token', 'refresh_token', 'token_type']);
    expect(Object.keys(renewed).toSorted()).toEqual(['access_token', 'token_type']);
    const [first, second] = network.sent;
    expect(first?.headers.get('Authorization')).toBeNull();
    expect(first?.body).toBe('username=student&password=demo-password&grant_type=password');
    expect(second?.headers.get('Authorization')).toBeNull();
    expect(JSON.parse(second?.body ?? '')).toEqual({
      refresh_token: token.refresh_token,
      grant_type: 'refresh_token',
    });
    noteCalls();
  });
});

describe('with the bearer header', () => {
  test('GET /me/ and GET /info/ are answered', async () => {
    expect(await fetchMe()).toMatchObject({ username: 'admin', role: 'ADMIN' });
    expect(await fetchOwnCompany()).toBeNull();
    expect(await fetchInfo()).toMatchObject({
      serviceName: 'まなびば',
      communityUrl: expect.stringMatching(/^https:/),
    });

    const { access_token: token } = await demoSession('admin');
    expect(network.sent.map(({ headers }) => headers.get('Authorization'))).toEqual(Array(3).fill(`Bearer ${token}`));
    noteCalls();
  });

  test('lists are requested page by page from the API', async () => {
    const lists = [
      fetchChapters,
      fetchCourses,
      fetchLessons,
      fetchSections,
      fetchCompanies,
      fetchQuestionSets,
      fetchUsers,
      fetchContents,
    ];
    for (const fetchList of lists) {
      const { items, page, size, pages, total } = await fetchList({ page: 2, size: 1 });
      expect({ count: items.length, page, size }).toEqual({ count: 1, page: 2, size: 1 });
      expect(pages).toBe(total);
    }
    expect((await fetchCourses()).size).toBe(50);
    noteCalls();
  });

  test('a course with all its parts is created, read, answered and deleted', async () => {
    const course = await createCourse({ title: `試作コース ${unique}` });
    expect(course.status).toBe('draft');
    expect(await updateCourse(course.id, { description: '説明' })).toMatchObject({ description: '説明' });
    const section = await createSection({ courseId: course.id, title: '節' });
    expect((await updateSection(section.id, { title: '第一節' })).title).toBe('第一節');
    const chapter = await createChapter({ sectionId: section.id, title: '章' });
    expect((await updateChapter(chapter.id, { title: '第一章' })).title).toBe('第一章');
    expect(await fetchChapter(chapter.id)).toMatchObject({ sectionId: section.id, title: '第一章' });

    const content = await uploadContent(`calls-${unique}.md`, new Blob(['# 本文'], { type: 'text/markdown' }));
    expect(content).toMatchObject({ containerName: 'pub-container', fileType: 'md', byteLength: 8 });
    expect(await fetchMarkdown(content.id)).toBe('# 本文');
    const lesson = await createLesson({ chapterId: chapter.id, title: '課', contentId: content.id });
    expect(await updateLesson(lesson.id, { minutes: 5, updatedAt: lesson.updatedAt })).toMatchObject({ minutes: 5 });
    expect(await fetchLesson(lesson.id)).toMatchObject({ courseId: course.id, contentId: content.id });

    const question = { id: `q-${unique}`, type: 'text' as const, body: '一足す一は？', choices: [] };
    const newSet = { lessonId: lesson.id, title: '確認', questions: [{ ...question, acceptedAnswers: ['2'] }] };
    const questionSet = await createQuestionSet(newSet);
    expect((await updateQuestionSet(questionSet.id, { ...newSet, title: '確認問題' })).title).toBe('確認問題');
    const seen = await fetchQuestionSet(questionSet.id);
    expect(seen.questions[0]).not.toHaveProperty('acceptedAnswers');
    expect((await fetchExplanation(questionSet.id)).questions[0]?.acceptedAnswers).toEqual(['2']);

    const submit = {
      clientSubmitId: crypto.randomUUID(),
      questionSetId: questionSet.id,
      questionSetUpdatedAt: seen.updatedAt,
      answers: [{ questionId: question.id, text: '２' }],
      answeredAt: new Date().toISOString(),
    };
    const answered = await sendLater(createSubmit(submit), submitSchema);
    expect(answered).toMatchObject({ score: 1, maxScore: 1, clientSubmitId: submit.clientSubmitId });
    expect((await sendLater(createSubmit(submit), submitSchema)).id).toBe(answered.id);

    expect((await fetchSection(section.id)).chapters?.[0]?.lessons?.[0]?.questionSetCount).toBe(1);
    expect((await fetchCourse(course.id)).sections?.[0]?.title).toBe('第一節');
    await deleteQuestionSet(questionSet.id);
    await deleteLesson(lesson.id);
    // The text's file is deleted later, because the trash still needs it.
    await expect(deleteContent(content.id)).rejects.toMatchObject({ name: 'ApiError', status: 409 });
    const unused = await uploadContent(`unused-${unique}.md`, new Blob(['# 未使用'], { type: 'text/markdown' }));
    await deleteContent(unused.id);
    await deleteChapter(chapter.id);
    await deleteSection(section.id);
    await deleteCourse(course.id);
    await expect(fetchCourse(course.id)).rejects.toMatchObject({ name: 'ApiError', status: 404 });
    noteCalls();
  });

  test('own and others’ progress is read, and marking a lesson as read again changes nothing', async () => {
    const { userId } = await demoSession('admin');
    const first = await sendLater(markLessonRead('git-terminal'), lessonReadSchema);
    expect(await sendLater(markLessonRead('git-terminal'), lessonReadSchema)).toEqual(first);
    expect((await fetchProgress('user-student')).courses.length).toBeGreaterThan(0);
    expect(await fetchCourseHistory('user-student', 'git')).toMatchObject({ courseId: 'git', lessonCount: 13 });
    await fetchInfo();
    expect(await fetchHistory('user-student')).toMatchObject({ userId: 'user-student' });
    expect(await fetchProgressSummary(userId)).toMatchObject({ userId, readLessonCount: 1 });
    noteCalls();
  });

  test('users and companies are created, read, changed and deleted', async () => {
    const company = await createCompany({ name: `会社 ${unique}` });
    expect((await updateCompany(company.id, { note: '覚え書き' })).note).toBe('覚え書き');
    expect((await fetchCompany(company.id)).userCount).toBe(0);
    const person = { username: `calls-${unique}`, password: 'a-password', name: '試験', role: 'STUDENT' as const };
    const user = await createUser({ ...person, companyId: company.id });
    expect((await updateUser(user.id, { active: false })).active).toBe(false);
    expect(await fetchUser(user.id)).toMatchObject({ username: person.username, companyId: company.id });
    await expect(createUser(person)).rejects.toMatchObject({ name: 'ApiError', status: 409 });
    await deleteUser(user.id);
    noteCalls();
  });
});

test('the calls made by these tests are exactly the calls of specification §7', () => {
  expect([...made].toSorted()).toEqual(table.toSorted());
});
