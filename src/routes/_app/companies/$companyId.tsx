/** /companies/{id}: one company; ADMIN, TEACHER, STAFF. */
import { createFileRoute } from '@tanstack/react-router';

import { CompanyView } from '@/features/companies/CompanyView';
import { type PeopleSearch, readPeopleSearch } from '@/features/companies/people-search';
import { companiesCrumb, homeCrumb } from '@/features/shell/crumbs';
import { companyQueries } from '@/queries/companies';
import { loadQuery } from '@/queries/load-query';
import { requireRole } from '@/routes/-guards';
import { can } from '@/session/roles';

export const Route = createFileRoute('/_app/companies/$companyId')({
  // Read by the screen: what stands here is in the first load.
  validateSearch: (search: Record<string, unknown>): PeopleSearch => search,
  beforeLoad: requireRole('company.view'),
  loader: async ({ context: { queryClient, me }, params }) => {
    const company = await loadQuery(queryClient, companyQueries.detail(params.companyId));
    const here = { label: company.name, to: `/companies/${company.id}` };
    return { crumbs: can(me.role, 'company.list') ? [homeCrumb, companiesCrumb, here] : [homeCrumb, here] };
  },
  component: CompanyPage,
});

function CompanyPage() {
  const { companyId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <CompanyView
      // Another company's table begins as its own URL says.
      key={companyId}
      companyId={companyId}
      search={readPeopleSearch(Route.useSearch())}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
