/** /companies: the companies, or all people (?view=people); ADMIN and TEACHER. */
import { createFileRoute } from '@tanstack/react-router';

import { CompanyList } from '@/features/companies/CompanyList';
import { type PeopleSearch, readPeopleSearch } from '@/features/companies/people-search';
import { loadQuery } from '@/queries/load-query';
import { companyQueries } from '@/queries/people/companies';

export const Route = createFileRoute('/_app/_staff/companies/')({
  // The screen validates the search parameters, because this function is in the app's first load.
  validateSearch: (search: Record<string, unknown>): { view?: 'people' } & PeopleSearch => search,
  loader: ({ context: { queryClient } }) => loadQuery(queryClient, companyQueries.list()),
  component: CompaniesPage,
});

function CompaniesPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CompanyList
      view={search.view === 'people' ? search.view : 'companies'}
      search={readPeopleSearch(search)}
      onSearch={(changed) =>
        void navigate({ search: { view: 'people', ...changed }, replace: true, resetScroll: false })
      }
      onView={(chosen) => void navigate({ search: { view: chosen === 'people' ? chosen : undefined }, replace: true })}
    />
  );
}
