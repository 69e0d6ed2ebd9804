/** Undoes (取り消す) marking a lesson as read (読了). Loaded after a press of the button, so not part of progress.ts. */
import { useMutation, useQuery } from '@tanstack/react-query';

import type { EntryRef } from '@/offline/queue/entry-store';
import { readUndoState, undo, type UndoState } from '@/offline/queue/undo';

/** Returns what has become of a reading, also in other tabs; undefined while loading. */
export function useUndoState({ owner, seq, id }: EntryRef): UndoState | undefined {
  // A change of the queue refreshes all queries below ['queue', owner] (queue.ts).
  const { data } = useQuery({
    queryKey: ['queue', owner, 'undo', id],
    queryFn: () => readUndoState({ owner, seq, id }),
    staleTime: 0,
  });
  return data;
}

/**
 * Undoes a reading, then reads the progress again: another device may have read the lesson. Rejects with
 * {StorageError}.
 */
export function useUndoRead() {
  return useMutation({
    mutationFn: undo,
    onSuccess: (result, { owner, id }, _, { client }) => {
      client.setQueryData<UndoState>(['queue', owner, 'undo', id], result === 'undone' ? 'gone' : result);
      void client.invalidateQueries({ queryKey: ['progress'] });
    },
  });
}
