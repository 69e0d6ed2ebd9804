/** /companies/new: create a company; ADMIN and TEACHER. */
import { createFileRoute } from '@tanstack/react-router';

import { homeCrumb } from '@/features/shell/crumbs';
import { PlannedScreen } from '@/features/shell/PlannedScreen';
import { requireRole } from '@/routes/-guards';

const title = '企業を追加';

export const Route = createFileRoute('/_app/companies/new')({
  staticData: { crumbs: [homeCrumb, { label: title, to: '/companies/new' }] },
  beforeLoad: requireRole('company.create'),
  component: () => <PlannedScreen title={title} />,
});
