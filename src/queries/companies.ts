/** Cached companies, in memory only (docs/offline.md, law 3). */
import { queryOptions } from '@tanstack/react-query';

import { fetchCompanies, fetchCompany } from '@/api/companies';

import { fetchAllPages } from './all-pages';

export const companyQueries = {
  list: () =>
    queryOptions({
      queryKey: ['companies'],
      queryFn: ({ signal }) => fetchAllPages((query) => fetchCompanies(query, signal)),
    }),
  detail: (companyId: string) =>
    queryOptions({ queryKey: ['companies', companyId], queryFn: ({ signal }) => fetchCompany(companyId, signal) }),
};
