/** /companies/{id}: one company, or its report for paper (?view=report); ADMIN, TEACHER, STAFF. */
import { createFileRoute } from '@tanstack/react-router';

import { CompanyView } from '@/features/companies/CompanyView';
import { type PeopleSearch, readPeopleSearch, readReportSearch } from '@/features/companies/people-search';
import { LazyCompanyReport } from '@/features/companies/report/LazyCompanyReport';
import { trailAbove } from '@/features/shell/crumbs';
import { loadQuery } from '@/queries/load-query';
import { companyQueries } from '@/queries/people/companies';

export const Route = createFileRoute('/_app/_staff/companies/$companyId')({
  // The screen validates the search parameters, because this function is in the app's first load.
  validateSearch: (search: Record<string, unknown>): { view?: 'report'; person?: string } & PeopleSearch => search,
  loader: async ({ context: { queryClient, me }, params }) => {
    const company = await loadQuery(queryClient, companyQueries.detail(params.companyId));
    const here = { label: company.name, to: `/companies/${company.id}`, isName: true };
    return { crumbs: [...trailAbove('/_app/_staff/companies/$companyId', me.role), here] };
  },
  component: CompanyPage,
});

function CompanyPage() {
  const { companyId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  if (search.view === 'report') return <LazyCompanyReport companyId={companyId} {...readReportSearch(search)} />;
  return (
    <CompanyView
      // Mount a new table for each company, so that its state starts from the URL.
      key={companyId}
      companyId={companyId}
      search={readPeopleSearch(search)}
      onSearch={(changed) => void navigate({ search: changed, replace: true, resetScroll: false })}
    />
  );
}
