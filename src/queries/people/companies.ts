/** Cached companies, in memory only (docs/offline.md, law 3). */
import { queryOptions } from '@tanstack/react-query';

import { FIGURES_PAGE_SIZE, fetchCompanies, fetchCompany } from '@/api/companies';
import { fetchAllPages } from '@/queries/all-pages';

export const companyQueries = {
  list: () =>
    queryOptions({
      queryKey: ['companies'],
      queryFn: ({ signal }) => fetchAllPages((query) => fetchCompanies(query, signal)),
    }),
  /** The query of a page of companies with their figures, from servers that send them. @param page counts from 1. */
  figures: (page: number) =>
    queryOptions({
      queryKey: ['companies', 'figures', page],
      queryFn: async ({ signal }) => (await fetchCompanies({ page, size: FIGURES_PAGE_SIZE }, signal)).items,
    }),
  detail: (companyId: string) =>
    queryOptions({ queryKey: ['companies', companyId], queryFn: ({ signal }) => fetchCompany(companyId, signal) }),
};
