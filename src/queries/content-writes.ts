/** Content files as the page changes them: what is deleted, and what is asked for anew after that. */
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { deleteContent } from '@/api/contents';

import { contentQueries } from './contents';

/** Deletes a content file; the list, and where that file lies, are asked for anew. */
export function useDeleteContent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteContent,
    onSuccess: (_, contentId) =>
      Promise.all([
        queryClient.invalidateQueries({ ...contentQueries.list(), exact: true }),
        queryClient.resetQueries({ queryKey: contentQueries.url(contentId).queryKey }),
      ]),
  });
}
