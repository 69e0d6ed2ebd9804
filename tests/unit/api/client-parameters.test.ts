// @vitest-environment jsdom
/** Tests required parameters (specification §5): a call without one, or with a malformed one, is not sent. */
import { useNetworkStub } from '@tests/support/network-stub';
import { describe, expect, test, vi } from 'vitest';

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

describe('ids', () => {
  const calls = {
    chapterId: [chapters.fetchChapter, chapters.updateChapter, chapters.deleteChapter],
    courseId: [courses.fetchCourse, courses.updateCourse, courses.deleteCourse],
    sectionId: [sections.fetchSection, sections.updateSection, sections.deleteSection],
    lessonId: [lessons.fetchLesson, lessons.updateLesson, lessons.deleteLesson, markLessonRead],
    companyId: [companies.fetchCompany, companies.updateCompany],
    userId: [
      users.fetchUser,
      userEdits.updateUser,
      userEdits.deleteUser,
      progress.fetchProgress,
      progress.fetchProgressSummary,
      fetchHistory,
    ],
    contentId: [contents.fetchContentUrl, contents.deleteContent],
    questionSetId: [
      questionSets.fetchQuestionSet,
      questionSets.fetchExplanation,
      questionSetEdits.updateQuestionSet,
      questionSetEdits.deleteQuestionSet,
    ],
  } as unknown as Record<string, Loose[]>;

  test.each(Object.entries(calls))('a call without a valid %s is rejected', async (parameter, functions) => {
    for (const call of functions) {
      for (const id of noIds) await expectMissing(() => call(id, {}), parameter);
    }
  });

  test('the progress in one course needs a user id and a course id', async () => {
    const call = fetchCourseHistory as Loose;
    for (const id of noIds) {
      await expectMissing(() => call(id, 'git'), 'userId');
      await expectMissing(() => call('user-1', id), 'courseId');
    }
  });
});

describe('payloads', () => {
  const creates = {
    newChapter: chapters.createChapter,
    newCompany: companies.createCompany,
    newCourse: courses.createCourse,
    newLesson: lessons.createLesson,
    newQuestionSet: questionSetEdits.createQuestionSet,
    newSection: sections.createSection,
    newSubmit: createSubmit,
    newUser: userEdits.createUser,
  } as unknown as Record<string, Loose>;
  const updates = {
    updateChapter: chapters.updateChapter,
    updateCompany: companies.updateCompany,
    updateCourse: courses.updateCourse,
    updateLesson: lessons.updateLesson,
    updateQuestionSet: questionSetEdits.updateQuestionSet,
    updateSection: sections.updateSection,
    updateUser: userEdits.updateUser,
  } as unknown as Record<string, Loose>;

  test.each(Object.entries(creates))('a create call without a valid %s is rejected', async (parameter, create) => {
    for (const payload of [null, undefined]) await expectMissing(() => create(payload), parameter);
  });

  test.each(Object.entries(updates))('an update call without a valid %s is rejected', async (parameter, update) => {
    for (const payload of [null, undefined]) await expectMissing(() => update('x1', payload), parameter);
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
