/** /companies: the companies, or all people (?view=people); ADMIN and TEACHER. */
import { createFileRoute } from '@tanstack/react-router';

import { CompanyList } from '@/features/companies/CompanyList';
import { companiesCrumb, homeCrumb } from '@/features/shell/crumbs';
import { companyQueries } from '@/queries/companies';
import { loadQuery } from '@/queries/load-query';
import { requireRole } from '@/routes/-guards';

export const Route = createFileRoute('/_app/companies/')({
  staticData: { crumbs: [homeCrumb, companiesCrumb] },
  validateSearch: ({ view }: Record<string, unknown>): { view?: 'people' } => (view === 'people' ? { view } : {}),
  beforeLoad: requireRole('company.list'),
  loader: ({ context: { queryClient } }) => loadQuery(queryClient, companyQueries.list()),
  component: CompaniesPage,
});

function CompaniesPage() {
  const { view = 'companies' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CompanyList
      view={view}
      onView={(chosen) => void navigate({ search: { view: chosen === 'people' ? chosen : undefined }, replace: true })}
    />
  );
}
