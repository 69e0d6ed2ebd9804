/**
 * Describes the calls of the curriculum: courses, sections, chapters, lessons, question sets, each with the same five
 * calls.
 */
import type * as z from 'zod/mini';

import * as chapters from '@/api/chapters';
import * as courses from '@/api/courses';
import * as lessons from '@/api/lessons';
import type { Declaration } from '@/api/network/calls';
import * as questionSetEdits from '@/api/question-set-edits';
import { fetchQuestionSet, fetchQuestionSets } from '@/api/question-sets';
import * as sections from '@/api/sections';
import { courseQueryShape, lessonQueryShape } from '@/api/title-lists';

import { type Call, describeCall, versionWords } from './call';

interface Resource<
  Sent,
  New extends z.core.$ZodType<unknown, Sent>,
  Saved,
  Changes extends z.core.$ZodType<unknown, Saved>,
> {
  list: Declaration;
  get: Declaration;
  create: Declaration<Sent>;
  update: Declaration<Saved>;
  remove: Declaration;
  /** Singular and plural of the resource: "a course", "courses". */
  one: string;
  many: string;
  newShape: New;
  newExample: z.input<New>;
  updateShape: Changes;
  updateExample: z.input<Changes>;
  /** Ids of demo data for the example calls: one to read and change, one to delete. */
  id: string;
  deletable: string;
  /** Query parameters of the resource's list. */
  search?: Call['search'];
  parameterAbilities?: Call['parameterAbilities'];
  /**
   * True if the specification itself has `updatedAt` in the body of a change; otherwise the field needs the ability
   * `versions`.
   */
  hasOwnVersions?: boolean;
  screens: Record<'list' | 'one' | 'write', readonly string[]>;
  withoutOne: Call['without'];
  withoutList: Call['without'];
}

/** Describes the five calls of a resource. */
function describeResource<
  Sent,
  New extends z.core.$ZodType<unknown, Sent>,
  Saved,
  Changes extends z.core.$ZodType<unknown, Saved>,
>(resource: Resource<Sent, New, Saved, Changes>) {
  const { one, screens, search, parameterAbilities } = resource;
  const write = { permission: 'curriculum.write', screens: screens.write, without: 'part' } as const;
  const as = 'staff';
  const change = resource.update.method === 'PUT' ? `Replaces ${one}` : `Changes ${one}, left-out fields stay`;
  return {
    list: describeCall(resource.list, {
      summary: `Lists ${resource.many}`,
      permission: 'everybody',
      search,
      parameterAbilities,
      screens: screens.list,
      without: resource.withoutList,
    }),
    get: describeCall(resource.get, {
      summary: `Reads ${one}`,
      permission: 'everybody',
      example: { params: { id: resource.id } },
      screens: screens.one,
      without: resource.withoutOne,
    }),
    create: describeCall(resource.create, {
      ...write,
      summary: `Creates ${one}, last among its siblings unless \`order\` says otherwise`,
      body: { shape: resource.newShape, example: resource.newExample },
      example: { as },
    }),
    update: describeCall(resource.update, {
      ...write,
      summary: `${change}; ${versionWords(resource.hasOwnVersions)}`,
      body: { shape: resource.updateShape, example: resource.updateExample },
      refusals: [409],
      example: { as, params: { id: resource.id } },
    }),
    remove: describeCall(resource.remove, {
      ...write,
      summary: `Deletes ${one} with everything below it; readings and submits stay`,
      example: { as, params: { id: resource.deletable } },
    }),
  };
}

export const curriculumCalls = {
  courses: describeResource({
    list: courses.fetchCourses,
    get: courses.fetchCourse,
    create: courses.createCourse,
    update: courses.updateCourse,
    remove: courses.deleteCourse,
    one: 'a course',
    many: 'courses in their order; STUDENT gets the published ones',
    newShape: courses.newCourseSchema,
    newExample: { title: '表計算の基本', description: '', status: 'draft' },
    updateShape: courses.updateCourseSchema,
    updateExample: { description: '文字で操作するコマンドラインの基本から学びます。' },
    id: 'git',
    deletable: 'statistics',
    search: courseQueryShape,
    parameterAbilities: { figures: 'course-figures' },
    screens: { list: ['コース', 'ホーム'], one: ['コース', 'レッスン'], write: ['コースの編集'] },
    withoutOne: 'screen',
    withoutList: 'screen',
  }),
  sections: describeResource({
    list: sections.fetchSections,
    get: sections.fetchSection,
    create: sections.createSection,
    update: sections.updateSection,
    remove: sections.deleteSection,
    one: 'a section',
    many: 'sections of all courses that may be read',
    newShape: sections.newSectionSchema,
    newExample: { courseId: 'git', title: '付録', description: '' },
    updateShape: sections.updateSectionSchema,
    updateExample: { title: 'コマンドラインの基本' },
    id: 'git-s1',
    deletable: 'security-s1',
    screens: { list: [], one: ['セクション'], write: ['セクション', 'コースの編集'] },
    withoutOne: 'screen',
    withoutList: 'part',
  }),
  chapters: describeResource({
    list: chapters.fetchChapters,
    get: chapters.fetchChapter,
    create: chapters.createChapter,
    update: chapters.updateChapter,
    remove: chapters.deleteChapter,
    one: 'a chapter',
    many: 'chapters of all courses that may be read',
    newShape: chapters.newChapterSchema,
    newExample: { sectionId: 'git-s1', title: 'まとめ' },
    updateShape: chapters.updateChapterSchema,
    updateExample: { title: 'ターミナルに慣れる' },
    id: 'git-s1-c1',
    deletable: 'git-s1-c2',
    screens: { list: [], one: ['レッスンの編集'], write: ['セクション', 'コースの編集'] },
    withoutOne: 'part',
    withoutList: 'part',
  }),
  lessons: describeResource({
    list: lessons.fetchLessons,
    get: lessons.fetchLesson,
    create: lessons.createLesson,
    update: lessons.updateLesson,
    remove: lessons.deleteLesson,
    one: 'a lesson',
    many: 'lessons of all courses that may be read',
    newShape: lessons.newLessonSchema,
    newExample: { chapterId: 'git-s1-c1', title: '用語のまとめ', minutes: 5 },
    updateShape: lessons.updateLessonSchema,
    updateExample: { minutes: 6 },
    id: 'git-terminal',
    deletable: 'git-files',
    hasOwnVersions: true,
    search: lessonQueryShape,
    screens: { list: ['さがす'], one: ['レッスン'], write: ['レッスンの編集'] },
    withoutOne: 'screen',
    withoutList: 'part',
  }),
  questionSets: describeResource({
    list: fetchQuestionSets,
    get: fetchQuestionSet,
    create: questionSetEdits.createQuestionSet,
    update: questionSetEdits.updateQuestionSet,
    remove: questionSetEdits.deleteQuestionSet,
    one: 'a question set',
    many: 'question sets of all lessons that may be read',
    newShape: questionSetEdits.newQuestionSetSchema,
    newExample: { lessonId: 'git-terminal', title: '確認問題', questions: [] },
    updateShape: questionSetEdits.updateQuestionSetSchema,
    updateExample: { lessonId: 'git-pipes', title: '確認問題：コマンドラインの基本', questions: [] },
    id: 'git-q-cli',
    deletable: 'git-q-team',
    hasOwnVersions: true,
    screens: { list: [], one: ['問題を解く', '答えを見直す'], write: ['レッスンの編集'] },
    withoutOne: 'screen',
    withoutList: 'part',
  }),
};
