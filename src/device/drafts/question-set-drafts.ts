/** Question sets with unsaved changes on this device. */
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';

import { listFormDrafts } from './form-draft-records';

/** Returns the draft id of a lesson's new question set. */
export function newSetDraftId(lessonId: string): string {
  return `new-${lessonId}`;
}

const draftsKey = (owner: OwnerKey) => ['drafts', owner, 'question-set'] as const;

/** Returns the ids of question sets with unsaved changes, and a function that reads them again. */
export function useQuestionSetDrafts() {
  const owner = useOwner();
  const queryClient = useQueryClient();
  const { data: ids = [] } = useQuery({
    queryKey: draftsKey(owner),
    queryFn: () => listFormDrafts(owner, 'question-set'),
    staleTime: 0,
    retry: false,
  });
  return { ids, lookAgain: () => queryClient.invalidateQueries({ queryKey: draftsKey(owner) }) };
}
