/** /companies/new: create a company; ADMIN and TEACHER. */
import { createFileRoute } from '@tanstack/react-router';

import { NewCompanyScreen } from '@/features/companies/NewCompanyScreen';
import { companiesCrumb, homeCrumb } from '@/features/shell/crumbs';
import { requireRole } from '@/routes/-guards';

export const Route = createFileRoute('/_app/companies/new')({
  staticData: { crumbs: [homeCrumb, companiesCrumb, { label: '企業を作成', to: '/companies/new' }] },
  beforeLoad: requireRole('company.create'),
  component: NewCompanyPage,
});

function NewCompanyPage() {
  const navigate = Route.useNavigate();
  return (
    <NewCompanyScreen
      onSaved={({ id }) => void navigate({ to: '/companies/$companyId', params: { companyId: id } })}
      onCancel={() => void navigate({ to: '/companies' })}
    />
  );
}
