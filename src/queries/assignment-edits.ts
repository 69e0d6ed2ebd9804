/** Edits required courses: online only; afterwards people and assignments are read again. */
import { useQueryClient } from '@tanstack/react-query';

import {
  type Assignment,
  createAssignment,
  deleteAssignment,
  type NewAssignment,
  updateAssignment,
  type UpdateAssignment,
} from '@/api/assignments';

import { refreshPeople } from './after-edit';
import { passIfGone } from './pass-if-gone';

export function useAssignmentEdits() {
  const queryClient = useQueryClient();
  async function then<T>(write: Promise<T>): Promise<T> {
    const answer = await write;
    void queryClient.invalidateQueries({ queryKey: ['assignments'] });
    refreshPeople(queryClient);
    return answer;
  }
  return {
    /** Creates an assignment; a repeat with the same id and fields changes nothing. */
    addAssignment: (newAssignment: NewAssignment): Promise<Assignment> => then(createAssignment(newAssignment)),
    saveAssignment: (id: string, changes: UpdateAssignment): Promise<Assignment> => then(updateAssignment(id, changes)),
    removeAssignment: (id: string): Promise<void> => then(deleteAssignment(id).catch(passIfGone)),
  };
}
