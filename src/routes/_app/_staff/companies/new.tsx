/** /companies/new: create a company; ADMIN and TEACHER. */
import { createFileRoute } from '@tanstack/react-router';

import { NewCompanyScreen } from '@/features/companies/NewCompanyScreen';

export const Route = createFileRoute('/_app/_staff/companies/new')({
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
