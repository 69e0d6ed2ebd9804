/** /users/edit/{id}: edit a user; ADMIN and TEACHER. */
import { createFileRoute } from '@tanstack/react-router';

import { homeCrumb } from '@/features/shell/crumbs';
import { PlannedScreen } from '@/features/shell/PlannedScreen';
import { requireRole } from '@/routes/-guards';

const title = '利用者を編集';

export const Route = createFileRoute('/_app/users/edit/$userId')({
  staticData: { crumbs: [homeCrumb, { label: title, to: '/companies' }] },
  beforeLoad: requireRole('user.edit'),
  component: () => <PlannedScreen title={title} />,
});
