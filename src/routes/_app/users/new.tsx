/** /users/new: create a user; ADMIN and TEACHER. */
import { createFileRoute } from '@tanstack/react-router';

import { homeCrumb } from '@/features/shell/crumbs';
import { PlannedScreen } from '@/features/shell/PlannedScreen';
import { requireRole } from '@/routes/-guards';

const title = '利用者を追加';

export const Route = createFileRoute('/_app/users/new')({
  staticData: { crumbs: [homeCrumb, { label: title, to: '/users/new' }] },
  beforeLoad: requireRole('user.edit'),
  component: () => <PlannedScreen title={title} />,
});
