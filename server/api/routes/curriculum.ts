/** Courses, sections, chapters, lessons, question sets: read by all, written by editors (specification §7). */
import { mayRole } from '@server/api/access/permissions';
import { curriculumCalls as calls } from '@server/api/contract/curriculum-calls';
import { questionSetCalls } from '@server/api/contract/study-calls';
import { findCourse, listCourses, withOutline } from '@server/api/curriculum/courses';
import { findLesson, listLessons } from '@server/api/curriculum/lessons';
import {
  findQuestionSet,
  listQuestionSets,
  toExplanationAnswer,
  toQuestionSetAnswer,
} from '@server/api/curriculum/question-sets';
import { findChapter, findSection, listChapters, listSections } from '@server/api/curriculum/sections';
import { createChapter, deleteChapter, updateChapter } from '@server/api/curriculum/write-chapters';
import { createCourse, deleteCourse, updateCourse } from '@server/api/curriculum/write-courses';
import { createLesson, deleteLesson, updateLesson } from '@server/api/curriculum/write-lessons';
import { createQuestionSet, deleteQuestionSet, updateQuestionSet } from '@server/api/curriculum/write-question-sets';
import { createSection, deleteSection, updateSection } from '@server/api/curriculum/write-sections';
import { readJson } from '@server/api/http/body';
import type { Services } from '@server/api/http/context';
import { pathId, readSearch } from '@server/api/http/paging';
import { resourceRoutes, serve, serveUnread } from '@server/api/http/serve';
import { withCourseFigures } from '@server/api/people/course-figures';
import { found } from '@server/api/shared/problem';
import { readSetStats } from '@server/api/study/question-stats';
import { rescoreSubmits } from '@server/api/study/rescore';

import { rescoreRequestSchema } from '@/api/rescore';
import { type CourseQuery, courseQueryShape, lessonQueryShape, titleQueryShape } from '@/api/title-lists';

export function courseRoutes({ database }: Services) {
  return resourceRoutes(database, calls.courses, {
    noun: 'コース',
    list: async ({ context, actor, page }) => {
      const shape = mayRole(actor.role, 'progress.others') ? courseQueryShape : titleQueryShape;
      const { query, applied }: { query: CourseQuery; applied: string[] } = readSearch(context, shape);
      const { items, total } = await listCourses(database, actor.role, query, page);
      return { items: query.figures ? await withCourseFigures(database, actor, items) : items, total, applied };
    },
    find: (reader, { role }, id) => findCourse(reader, role, id),
    read: async ({ actor, id }) => withOutline(database, found(await findCourse(database, actor.role, id), 'コース')),
    create: createCourse,
    update: updateCourse,
    remove: deleteCourse,
  });
}

export function sectionRoutes({ database }: Services) {
  return resourceRoutes(database, calls.sections, {
    noun: 'セクション',
    list: ({ actor, page }) => listSections(database, actor.role, page),
    find: (reader, { role }, id) => findSection(reader, role, id),
    create: createSection,
    update: updateSection,
    remove: deleteSection,
  });
}

export function chapterRoutes({ database }: Services) {
  return resourceRoutes(database, calls.chapters, {
    noun: 'チャプター',
    list: ({ actor, page }) => listChapters(database, actor.role, page),
    find: (reader, { role }, id) => findChapter(reader, role, id),
    create: createChapter,
    update: updateChapter,
    remove: deleteChapter,
  });
}

export function lessonRoutes({ database }: Services) {
  return resourceRoutes(database, calls.lessons, {
    noun: 'レッスン',
    list: async ({ context, actor, page }) => {
      const { query, applied } = readSearch(context, lessonQueryShape);
      return { ...(await listLessons(database, actor.role, query, page)), applied };
    },
    find: (reader, { role }, id) => findLesson(reader, role, id),
    create: createLesson,
    update: updateLesson,
    remove: deleteLesson,
  });
}

export function questionSetRoutes({ database }: Services) {
  const routes = resourceRoutes(database, calls.questionSets, {
    noun: '問題集',
    list: ({ actor, page }) => listQuestionSets(database, actor.role, page),
    find: async (reader, { role }, id) => {
      const stored = await findQuestionSet(reader, role, id);
      return stored && toQuestionSetAnswer(stored);
    },
    create: createQuestionSet,
    update: updateQuestionSet,
    remove: deleteQuestionSet,
  });
  // Readers of a set may read its explanation.
  serve(routes, questionSetCalls.explanation, async ({ actor, id }) =>
    toExplanationAnswer(found(await findQuestionSet(database, actor.role, id), '問題集')),
  );
  serve(routes, questionSetCalls.stats, ({ actor, id }) => readSetStats(database, actor, id));
  serveUnread(routes, questionSetCalls.rescore, async (context, actor) => {
    const wanted = await readJson(context, rescoreRequestSchema);
    return rescoreSubmits(database, actor, pathId(context, 'id'), wanted);
  });
  return routes;
}
