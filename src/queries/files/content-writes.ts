/** Deletion of content files. */
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { deleteContent } from '@/api/files/contents';

import { contentQueries } from './contents';

/** Deletes a content file; then refreshes the list and drops the cached URL of that file. */
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
