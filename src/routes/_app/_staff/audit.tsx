/** /audit: the audit log (?page=2); ADMIN, if the server has the capability. */
import { createFileRoute } from '@tanstack/react-router';

import { AuditScreen } from '@/features/audit/AuditScreen';
import { auditQueries } from '@/queries/audit';
import { loadQuery } from '@/queries/load-query';

/** Validates the page number in the URL, which may be any value. */
function readPage(page: unknown): number {
  return typeof page === 'number' && Number.isInteger(page) && page > 0 ? page : 1;
}

export const Route = createFileRoute('/_app/_staff/audit')({
  // Validated by the screen, because this function is in the first load.
  validateSearch: (search: Record<string, unknown>): { page?: number } => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    await loadQuery(queryClient, auditQueries.page(readPage(deps.page)));
  },
  component: AuditPage,
});

function AuditPage() {
  const navigate = Route.useNavigate();
  const page = readPage(Route.useSearch().page);
  return <AuditScreen page={page} onPage={(next) => void navigate({ search: next > 1 ? { page: next } : {} })} />;
}
