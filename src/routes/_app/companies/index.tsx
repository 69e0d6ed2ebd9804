/** /companies: the company list; ADMIN and TEACHER. */
import { createFileRoute } from '@tanstack/react-router';

import { CompanyList } from '@/features/companies/CompanyList';
import { companiesCrumb, homeCrumb } from '@/features/shell/crumbs';
import { companyQueries } from '@/queries/companies';
import { loadQuery } from '@/queries/load-query';
import { requireRole } from '@/routes/-guards';

export const Route = createFileRoute('/_app/companies/')({
  staticData: { crumbs: [homeCrumb, companiesCrumb] },
  beforeLoad: requireRole('company.list'),
  loader: ({ context: { queryClient } }) => loadQuery(queryClient, companyQueries.list()),
  component: CompanyList,
});
