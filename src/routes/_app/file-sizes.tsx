/** /file-sizes: how much room the files of lessons take; ADMIN, where the server tells it. */
import { createFileRoute, notFound } from '@tanstack/react-router';

import { FileSizesScreen } from '@/features/file-sizes/FileSizesScreen';
import { homeCrumb } from '@/features/shell/crumbs';
import { fileSizeQueries } from '@/queries/file-sizes';
import { infoQueries } from '@/queries/info';
import { loadQuery } from '@/queries/load-query';
import { requireRole } from '@/routes/-guards';
import { capabilitiesOf } from '@/session/capabilities';

export const Route = createFileRoute('/_app/file-sizes')({
  staticData: { crumbs: [homeCrumb, { label: 'ファイルの容量', to: '/file-sizes' }] },
  beforeLoad: requireRole('file-sizes.read'),
  loader: async ({ context: { queryClient } }) => {
    const info = await loadQuery(queryClient, infoQueries.general());
    if (!capabilitiesOf(info).hasFileSizes) throw notFound();
    await loadQuery(queryClient, fileSizeQueries.all());
  },
  component: FileSizesScreen,
});
