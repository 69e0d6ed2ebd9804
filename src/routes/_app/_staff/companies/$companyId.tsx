/** /companies/{id}: one company; ADMIN, TEACHER, STAFF. */
import { createFileRoute } from '@tanstack/react-router';

import { CompanyView } from '@/features/companies/CompanyView';
import { type PeopleSearch, readPeopleSearch } from '@/features/companies/people-search';
import { trailAbove } from '@/features/shell/crumbs';
import { companyQueries } from '@/queries/companies';
import { loadQuery } from '@/queries/load-query';

export const Route = createFileRoute('/_app/_staff/companies/$companyId')({
  // Validated by the screen, because this function is in the first load.
  validateSearch: (search: Record<string, unknown>): PeopleSearch => search,
  loader: async ({ context: { queryClient, me }, params }) => {
    const company = await loadQuery(queryClient, companyQueries.detail(params.companyId));
    const here = { label: company.name, to: `/companies/${company.id}`, isName: true };
    return { crumbs: [...trailAbove('/_app/_staff/companies/$companyId', me.role), here] };
  },
  component: CompanyPage,
});

function CompanyPage() {
  const { companyId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <CompanyView
      // A new table for each company, so that its state starts from the URL.
      key={companyId}
      companyId={companyId}
      search={readPeopleSearch(Route.useSearch())}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
