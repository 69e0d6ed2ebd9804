/** /file-sizes: the storage that lesson files use; ADMIN, if the server has the capability. */
import { createFileRoute } from '@tanstack/react-router';

import { FileSizesScreen } from '@/features/file-sizes/FileSizesScreen';
import { fileSizeQueries } from '@/queries/files/file-sizes';
import { loadQuery } from '@/queries/load-query';

export const Route = createFileRoute('/_app/_staff/file-sizes')({
  loader: async ({ context: { queryClient } }) => {
    await loadQuery(queryClient, fileSizeQueries.all());
  },
  component: FileSizesScreen,
});
