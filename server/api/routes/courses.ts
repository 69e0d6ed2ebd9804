/** Courses: read by all, written by editors (specification §7). */
import { mayRole } from '@server/api/access/permissions';
import { findCourse, listCourses, withOutline } from '@server/api/curriculum/courses';
import { createCourse, deleteCourse, updateCourse } from '@server/api/curriculum/write-courses';
import { requirePermission } from '@server/api/http/authenticate';
import { readJson } from '@server/api/http/body';
import { createRoutes, type Services } from '@server/api/http/context';
import { createOnce } from '@server/api/http/create-once';
import { pathId, readPageRequest, readSearch, toPage } from '@server/api/http/paging';
import { rereadForAnswer } from '@server/api/http/reread-for-answer';
import { withCourseFigures } from '@server/api/people/course-figures';
import { found } from '@server/api/shared/problem';

import { newCourseSchema, updateCourseSchema } from '@/api/courses';
import { type CourseQuery, courseQueryShape, titleQueryShape } from '@/api/title-lists';

interface CourseSearch {
  query: CourseQuery;
  applied: string[];
}

export function courseRoutes({ database }: Services) {
  return createRoutes()
    .get('/', async (context) => {
      const page = readPageRequest(context);
      const actor = context.get('actor');
      const shape = mayRole(actor.role, 'progress.others') ? courseQueryShape : titleQueryShape;
      const { query, applied }: CourseSearch = readSearch(context, shape);
      const { items, total } = await listCourses(database, actor.role, query, page);
      const listed = query.figures ? await withCourseFigures(database, actor, items) : items;
      return context.json(toPage(page, listed, total, applied));
    })
    .get('/:id', async (context) => {
      const course = found(await findCourse(database, context.get('actor').role, pathId(context, 'id')), 'コース');
      return context.json(await withOutline(database, course));
    })
    .post('/', async (context) => {
      const actor = requirePermission(context, 'curriculum.write');
      const body = await readJson(context, newCourseSchema);
      return createOnce(context, database, { body }, async (transaction) => {
        const id = await createCourse(transaction, actor, body);
        return found(await findCourse(transaction, actor.role, id), 'コース');
      });
    })
    .patch('/:id', async (context) => {
      const actor = requirePermission(context, 'curriculum.write');
      const id = pathId(context, 'id');
      await updateCourse(database, actor, id, await readJson(context, updateCourseSchema));
      return context.json(found(await rereadForAnswer(findCourse(database, actor.role, id)), 'コース'));
    })
    .delete('/:id', async (context) => {
      const actor = requirePermission(context, 'curriculum.write');
      await deleteCourse(database, actor, pathId(context, 'id'));
      return context.body(null, 204);
    });
}
