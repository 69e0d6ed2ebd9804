/** Every other path: not found, inside the layout (specification §2). */
import { createFileRoute } from '@tanstack/react-router';

import { homeCrumb } from '@/features/shell/crumbs';
import { NOT_FOUND, NotFoundScreen } from '@/features/shell/ErrorScreen';

export const Route = createFileRoute('/_app/$')({
  staticData: { crumbs: [homeCrumb, { label: NOT_FOUND, to: '' }] },
  component: NotFoundScreen,
});
