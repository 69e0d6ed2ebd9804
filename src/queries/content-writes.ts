/** Content files as the page changes them: what is deleted, and which copies of lists are old after that. */
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { deleteContent } from '@/api/contents';

/** Deletes a content file; lists and the addresses of files are asked for anew. */
export function useDeleteContent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteContent,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['contents'] }),
  });
}
