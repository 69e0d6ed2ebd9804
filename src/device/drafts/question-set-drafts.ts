/** Question sets whose unsaved changes lie on this device. */
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';

import { listFormDrafts } from './form-draft-records';

/** How the draft of a lesson's new set is called on the device. */
export function newSetDraftId(lessonId: string): string {
  return `new-${lessonId}`;
}

const draftsKey = (owner: OwnerKey) => ['drafts', owner, 'question-set'] as const;

/** The ids of those sets, and how to look again. */
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
