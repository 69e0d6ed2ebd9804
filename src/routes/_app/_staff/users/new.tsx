/** /users/new: create users, one by one or by CSV (?by=csv); ADMIN and TEACHER. */
import { createFileRoute } from '@tanstack/react-router';

import { readId } from '@/api/shapes';
import { crumbOf } from '@/features/shell/crumbs';
import { NewUsersScreen } from '@/features/users/NewUsersScreen';
import { loadQuery } from '@/queries/load-query';
import { companyQueries } from '@/queries/people/companies';
import { backToCompany } from '@/routes/-back';
import { companyCrumbs } from '@/routes/-loaded-trails';

/** `companyId` is the company that the new users belong to. */
function readSearch(search: Record<string, unknown>): { by?: 'csv'; companyId?: string } {
  return { by: search.by === 'csv' ? 'csv' : undefined, companyId: readId(search, 'companyId') };
}

export const Route = createFileRoute('/_app/_staff/users/new')({
  validateSearch: readSearch,
  loaderDeps: ({ search: { companyId } }) => ({ companyId }),
  loader: async ({ context, deps: { companyId } }) => {
    await loadQuery(context.queryClient, companyQueries.list());
    const trail = await companyCrumbs(context, companyId);
    return { crumbs: [...trail, crumbOf('/_app/_staff/users/new', context.me.role)] };
  },
  component: NewUsersPage,
});

function NewUsersPage() {
  const { by, companyId } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <NewUsersScreen
      isByCsv={by === 'csv'}
      onByCsv={(isByCsv) => void navigate({ search: { companyId, by: isByCsv ? 'csv' : undefined } })}
      companyId={companyId}
      onSaved={(user) => void navigate({ to: '/users/detail/$userId', params: { userId: user.id } })}
      onCancel={() => void navigate(backToCompany(companyId))}
    />
  );
}
