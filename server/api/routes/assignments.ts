/** Required courses (必修), capability `assignments`: list, create, change, delete. */
import { requirePermission } from '@server/api/http/authenticate';
import { readJson } from '@server/api/http/body';
import { createRoutes, type Services } from '@server/api/http/context';
import { createOnce } from '@server/api/http/create-once';
import { pathId, readPageRequest, toPage } from '@server/api/http/paging';
import { rereadForAnswer } from '@server/api/http/reread-for-answer';
import { findAssignment, listAssignments } from '@server/api/people/assignments';
import { createAssignment, deleteAssignment, updateAssignment } from '@server/api/people/write-assignments';
import { found } from '@server/api/shared/problem';

import { newAssignmentSchema, updateAssignmentSchema } from '@/api/assignments';

export function assignmentRoutes({ database }: Services) {
  return createRoutes()
    .get('/', async (context) => {
      const page = readPageRequest(context);
      const { items, total } = await listAssignments(database, context.get('actor'), page);
      return context.json(toPage(page, items, total));
    })
    .post('/', async (context) => {
      const actor = requirePermission(context, 'assignment.write');
      const body = await readJson(context, newAssignmentSchema);
      return createOnce(context, database, { body }, async (transaction) => {
        await createAssignment(transaction, actor, body);
        return found(await findAssignment(transaction, actor, body.id), '必修');
      });
    })
    .patch('/:id', async (context) => {
      const actor = requirePermission(context, 'assignment.write');
      const id = pathId(context, 'id');
      await updateAssignment(database, actor, id, await readJson(context, updateAssignmentSchema));
      return context.json(found(await rereadForAnswer(findAssignment(database, actor, id)), '必修'));
    })
    .delete('/:id', async (context) => {
      const actor = requirePermission(context, 'assignment.write');
      await deleteAssignment(database, actor, pathId(context, 'id'));
      return context.body(null, 204);
    });
}
