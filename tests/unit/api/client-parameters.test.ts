// @vitest-environment jsdom
/** Tests required parameters (specification §5): a call without one, or with a malformed one, is not sent. */
import { useNetworkStub } from '@tests/support/network-stub';
import { clearSession } from '@tests/support/session';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import * as authorize from '@/api/authorize';
import * as chapters from '@/api/chapters';
import * as companies from '@/api/companies';
import * as courses from '@/api/courses';
import * as contents from '@/api/files/contents';
import { uploadContent } from '@/api/files/uploads';
import { createSubmit, markLessonRead } from '@/api/learner-calls';
import * as lessons from '@/api/lessons';
import * as progress from '@/api/progress';
import * as questionSetEdits from '@/api/question-set-edits';
import * as questionSets from '@/api/question-sets';
import * as sections from '@/api/sections';
import { fetchCourseHistory, fetchHistory } from '@/api/study-history';
import * as userEdits from '@/api/user-edits';
import * as users from '@/api/users';
import { saveSession } from '@/session/session';

const network = useNetworkStub();
/** API functions without their parameter types, to call them with invalid parameters. */
type Loose = (...parameters: unknown[]) => Promise<unknown>;

/** Expects that the call rejects because of the named parameter, and that neither fetch nor XMLHttpRequest was used. */
async function expectMissing(call: () => Promise<unknown>, parameter: string): Promise<void> {
  const opened = vi.spyOn(XMLHttpRequest.prototype, 'open');
  await expect((async () => call())()).rejects.toMatchObject({ name: 'RequiredParameterError', parameter });
  expect(network.calls()).toEqual([]);
  expect(opened).not.toHaveBeenCalled();
}

const noIds = ['', '.', '..', null, undefined, '../x', 'a/b', 'a?b', 'a#b', '%2e%2e', 'a b', 'x'.repeat(65), 7];

/** A declared call, without its parameter types. */
type LooseCall = Loose & { method: string; path: string };
const byName = (calls: readonly unknown[]) =>
  (calls as LooseCall[]).map((call) => [`${call.method} ${call.path}`, call] as const);

describe('ids', () => {
  const declared = [
    chapters.fetchChapter,
    chapters.updateChapter,
    chapters.deleteChapter,
    courses.fetchCourse,
    courses.updateCourse,
    courses.deleteCourse,
    sections.fetchSection,
    sections.updateSection,
    sections.deleteSection,
    lessons.fetchLesson,
    lessons.updateLesson,
    lessons.deleteLesson,
    companies.fetchCompany,
    companies.updateCompany,
    users.fetchUser,
    userEdits.updateUser,
    userEdits.deleteUser,
    progress.fetchProgress,
    progress.fetchProgressSummary,
    fetchHistory,
    contents.deleteContent,
    questionSets.fetchQuestionSet,
    questionSetEdits.updateQuestionSet,
    questionSetEdits.deleteQuestionSet,
  ];
  const others = {
    contentId: contents.fetchContentUrl,
    lessonId: markLessonRead,
    'id of /question-set/{id}/explanation': questionSets.fetchExplanation,
  } as unknown as Record<string, Loose>;

  beforeEach(async () => {
    const owner = { apiHost: 'https://api.example', userId: 'u1' };
    await saveSession({ accessToken: 't', tokenType: 'bearer', owner, abilities: ['whole-history'] });
    return clearSession;
  });

  test.each(byName(declared))('%s without a valid id is rejected', async (_, call) => {
    const [, name] = /\{(\w+)\}/.exec(call.path) ?? [];
    for (const id of noIds) await expectMissing(() => call(id, {}), `${name} of ${call.path}`);
  });

  test.each(Object.entries(others))('a call without a valid %s is rejected', async (parameter, call) => {
    for (const id of noIds) await expectMissing(() => call(id), parameter);
  });

  test('the progress in one course needs a user id and a course id', async () => {
    const call = fetchCourseHistory as Loose;
    for (const id of noIds) {
      await expectMissing(() => call(id, 'git'), `user_id of ${fetchCourseHistory.path}`);
      await expectMissing(() => call('user-1', id), `course_id of ${fetchCourseHistory.path}`);
    }
  });
});

describe('payloads', () => {
  const creates = [
    chapters.createChapter,
    companies.createCompany,
    courses.createCourse,
    lessons.createLesson,
    questionSetEdits.createQuestionSet,
    sections.createSection,
  ];
  const updates = [
    chapters.updateChapter,
    companies.updateCompany,
    courses.updateCourse,
    lessons.updateLesson,
    questionSetEdits.updateQuestionSet,
    sections.updateSection,
    userEdits.updateUser,
  ];
  const others = { newSubmit: createSubmit, newUser: userEdits.createUser } as unknown as Record<string, Loose>;

  test.each(byName(creates))('%s without a payload is rejected', async (_, create) => {
    for (const payload of [null, undefined]) await expectMissing(() => create(payload), `body of ${create.path}`);
  });

  test.each(byName(updates))('%s without a payload is rejected', async (_, update) => {
    for (const payload of [null, undefined]) await expectMissing(() => update('x1', payload), `body of ${update.path}`);
  });

  test.each(Object.entries(others))('a create call without a valid %s is rejected', async (parameter, create) => {
    for (const payload of [null, undefined]) await expectMissing(() => create(payload), parameter);
  });
});

describe('login', () => {
  test.each([null, undefined])('a login with user name or password %s is rejected', async (value) => {
    const call = authorize.authorize as Loose;
    await expectMissing(() => call({ username: value, password: 'p' }), 'username');
    await expectMissing(() => call({ username: 'u', password: value }), 'password');
    await expectMissing(() => (authorize.refreshToken as Loose)(value), 'refresh_token');
  });
});

describe('uploads', () => {
  test.each(['', '.', '..', null, undefined])('an upload with the file name %j is rejected', async (fileName) => {
    await expectMissing(() => (uploadContent as Loose)(fileName, new Blob(['x'])), 'fname');
  });

  test.each([null, undefined])('an upload with the file %s is rejected', async (file) => {
    await expectMissing(() => (uploadContent as Loose)('a.md', file), 'file');
  });
});
