/** Edits required courses: online only; afterwards people and assignments are read again. */
import { useQueryClient } from '@tanstack/react-query';

import {
  type Assignment,
  createAssignment,
  deleteAssignment,
  fetchAssignments,
  type NewAssignment,
  updateAssignment,
  type UpdateAssignment,
} from '@/api/assignments';
import { refreshPeople } from '@/queries/after-edit';
import { searchAllPages } from '@/queries/all-pages';
import { useCreation } from '@/queries/creation';
import { passIfGone } from '@/queries/pass-if-gone';

const assignmentCreation = {
  create: createAssignment,
  // The client makes the ids of assignments.
  find: async ({ id }: NewAssignment) =>
    (await searchAllPages(fetchAssignments))?.find((assignment) => assignment.id === id),
};

export function useAssignmentEdits() {
  const queryClient = useQueryClient();
  const addAssignment = useCreation(assignmentCreation);
  async function then<T>(write: Promise<T>): Promise<T> {
    const answer = await write;
    void queryClient.invalidateQueries({ queryKey: ['assignments'] });
    refreshPeople(queryClient);
    return answer;
  }
  return {
    addAssignment: (newAssignment: NewAssignment): Promise<Assignment> => {
      const { dueAt, note = '', userIds } = newAssignment;
      return then(addAssignment(newAssignment, ({ id }) => updateAssignment(id, { dueAt, note, userIds })));
    },
    saveAssignment: (id: string, changes: UpdateAssignment): Promise<Assignment> => then(updateAssignment(id, changes)),
    removeAssignment: (id: string): Promise<void> => then(deleteAssignment(id).catch(passIfGone)),
  };
}
