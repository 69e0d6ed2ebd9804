/**
 * Describes the calls of the curriculum: courses, sections, chapters, lessons, question sets, each with the same five
 * calls.
 */
import { holdersOf } from '@server/api/access/permissions';

import { courseQueryShape, lessonQueryShape } from '@/api/title-lists';

import { type Call, everybody, versionWords } from './call';
import type { ShapeName } from './shapes';

interface Resource {
  path: string;
  /** Singular and plural of the resource: "a course", "courses". */
  one: string;
  many: string;
  item: ShapeName;
  /** Schema of the response to GET for one item. */
  detail: ShapeName;
  newShape: ShapeName;
  update: ShapeName;
  /** HTTP method of a change. */
  change: 'PATCH' | 'PUT';
  /** Ids of demo data for the example calls: one to read and change, one to delete. */
  id: string;
  deletable: string;
  newExample: unknown;
  updateExample: unknown;
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

const resources: readonly Resource[] = [
  {
    path: '/courses/',
    one: 'a course',
    many: 'courses in their order; STUDENT gets the published ones',
    item: 'Course',
    detail: 'CourseDetail',
    newShape: 'NewCourse',
    update: 'UpdateCourse',
    change: 'PATCH',
    id: 'git',
    deletable: 'statistics',
    newExample: { title: '表計算の基本', description: '', status: 'draft' },
    updateExample: { description: '文字で操作するコマンドラインの基本から学びます。' },
    search: courseQueryShape,
    parameterAbilities: { figures: 'course-figures' },
    screens: { list: ['コース', 'ホーム'], one: ['コース', 'レッスン'], write: ['コースの編集'] },
    withoutOne: 'screen',
    withoutList: 'screen',
  },
  {
    path: '/sections/',
    one: 'a section',
    many: 'sections of all courses that may be read',
    item: 'Section',
    detail: 'SectionDetail',
    newShape: 'NewSection',
    update: 'UpdateSection',
    change: 'PATCH',
    id: 'git-s1',
    deletable: 'security-s1',
    newExample: { courseId: 'git', title: '付録', description: '' },
    updateExample: { title: 'コマンドラインの基本' },
    screens: { list: [], one: ['セクション'], write: ['セクション', 'コースの編集'] },
    withoutOne: 'screen',
    withoutList: 'part',
  },
  {
    path: '/chapters/',
    one: 'a chapter',
    many: 'chapters of all courses that may be read',
    item: 'Chapter',
    detail: 'Chapter',
    newShape: 'NewChapter',
    update: 'UpdateChapter',
    change: 'PATCH',
    id: 'git-s1-c1',
    deletable: 'git-s1-c2',
    newExample: { sectionId: 'git-s1', title: 'まとめ' },
    updateExample: { title: 'ターミナルに慣れる' },
    screens: { list: [], one: ['レッスンの編集'], write: ['セクション', 'コースの編集'] },
    withoutOne: 'part',
    withoutList: 'part',
  },
  {
    path: '/lessons/',
    one: 'a lesson',
    many: 'lessons of all courses that may be read',
    item: 'Lesson',
    detail: 'Lesson',
    newShape: 'NewLesson',
    update: 'UpdateLesson',
    change: 'PATCH',
    id: 'git-terminal',
    deletable: 'git-files',
    newExample: { chapterId: 'git-s1-c1', title: '用語のまとめ', minutes: 5 },
    updateExample: { minutes: 6 },
    hasOwnVersions: true,
    search: lessonQueryShape,
    screens: { list: ['さがす'], one: ['レッスン'], write: ['レッスンの編集'] },
    withoutOne: 'screen',
    withoutList: 'part',
  },
  {
    path: '/question-set/',
    one: 'a question set',
    many: 'question sets of all lessons that may be read',
    item: 'QuestionSet',
    detail: 'QuestionSet',
    newShape: 'NewQuestionSet',
    update: 'UpdateQuestionSet',
    change: 'PUT',
    id: 'git-q-cli',
    deletable: 'git-q-team',
    newExample: { lessonId: 'git-terminal', title: '確認問題', questions: [] },
    updateExample: { lessonId: 'git-pipes', title: '確認問題：コマンドラインの基本', questions: [] },
    hasOwnVersions: true,
    screens: { list: [], one: ['問題を解く', '答えを見直す'], write: ['レッスンの編集'] },
    withoutOne: 'screen',
    withoutList: 'part',
  },
];

function readCalls(resource: Resource): Call[] {
  const { path, one, many, item, detail, id, screens, search, parameterAbilities, withoutOne, withoutList } = resource;
  return [
    {
      method: 'GET',
      path,
      summary: `Lists ${many}`,
      roles: everybody,
      status: 200,
      answer: item,
      isList: true,
      search,
      parameterAbilities,
      screens: screens.list,
      without: withoutList,
    },
    {
      method: 'GET',
      path: `${path}{id}`,
      summary: `Reads ${one}`,
      roles: everybody,
      status: 200,
      answer: detail,
      refusals: [404],
      example: { params: { id } },
      screens: screens.one,
      without: withoutOne,
    },
  ];
}

function writeCalls(resource: Resource): Call[] {
  const { path, one, item, change, screens } = resource;
  const common = { roles: holdersOf('curriculum.write'), screens: screens.write, without: 'part' } as const;
  const as = 'staff';
  return [
    {
      ...common,
      method: 'POST',
      path,
      summary: `Creates ${one}, last among its siblings unless \`order\` says otherwise`,
      body: { as: 'json', shape: resource.newShape, example: resource.newExample },
      status: 201,
      answer: item,
      refusals: [403, 422],
      example: { as },
    },
    {
      ...common,
      method: change,
      path: `${path}{id}`,
      summary: `${change === 'PUT' ? `Replaces ${one}` : `Changes ${one}, left-out fields stay`}; ${versionWords(resource.hasOwnVersions)}`,
      body: { as: 'json', shape: resource.update, example: resource.updateExample },
      status: 200,
      answer: item,
      refusals: [403, 404, 409, 422],
      example: { as, params: { id: resource.id } },
    },
    {
      ...common,
      method: 'DELETE',
      path: `${path}{id}`,
      summary: `Deletes ${one} with everything below it; readings and submits stay`,
      status: 204,
      refusals: [403, 404],
      example: { as, params: { id: resource.deletable } },
    },
  ];
}

export const curriculumCalls: readonly Call[] = resources.flatMap((resource) => [
  ...readCalls(resource),
  ...writeCalls(resource),
]);
