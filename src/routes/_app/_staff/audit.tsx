/** /audit: the audit log (?page=2&q=…&person=…&from=…&to=…); ADMIN, if the server has the capability. */
import { createFileRoute } from '@tanstack/react-router';

import { type AuditSearch, readAuditSearch } from '@/features/audit/audit-search';
import { AuditScreen } from '@/features/audit/AuditScreen';

export const Route = createFileRoute('/_app/_staff/audit')({
  // The screen validates the search parameters, because this function is in the app's first load.
  validateSearch: (search: Record<string, unknown>): AuditSearch => search,
  component: AuditPage,
});

function AuditPage() {
  const navigate = Route.useNavigate();
  return (
    <AuditScreen
      search={readAuditSearch(Route.useSearch())}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
