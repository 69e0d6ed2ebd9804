/** Required courses (必修), capability `assignments`: list, create, change, delete. */
import { assignmentCalls } from '@server/api/contract/assignment-calls';
import type { Services } from '@server/api/http/context';
import { resourceRoutes } from '@server/api/http/serve';
import { findAssignment, listAssignments } from '@server/api/people/assignments';
import { createAssignment, deleteAssignment, updateAssignment } from '@server/api/people/write-assignments';

export function assignmentRoutes({ database }: Services) {
  return resourceRoutes(database, assignmentCalls, {
    noun: '必修',
    list: ({ actor, page }) => listAssignments(database, actor, page),
    find: findAssignment,
    create: async (transaction, actor, body) => {
      await createAssignment(transaction, actor, body);
      return body.id;
    },
    update: updateAssignment,
    remove: deleteAssignment,
  });
}
