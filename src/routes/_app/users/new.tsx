/** /users/new: create users, one by one or by CSV (?by=csv); ADMIN and TEACHER. */
import { createFileRoute } from '@tanstack/react-router';

import { isId } from '@/api/shapes';
import { companiesCrumb, homeCrumb } from '@/features/shell/crumbs';
import { NewUsersScreen } from '@/features/users/NewUsersScreen';
import { companyQueries } from '@/queries/companies';
import { loadQuery } from '@/queries/load-query';
import { requireRole } from '@/routes/-guards';

interface NewUsersSearch {
  by?: 'csv';
  /** The company that the new users belong to. */
  companyId?: string;
}

function readSearch({ by, companyId }: Record<string, unknown>): NewUsersSearch {
  return { ...(by === 'csv' && { by }), ...(isId(companyId) && { companyId }) };
}

export const Route = createFileRoute('/_app/users/new')({
  staticData: { crumbs: [homeCrumb, companiesCrumb, { label: '利用者を追加', to: '/users/new' }] },
  validateSearch: readSearch,
  beforeLoad: requireRole('user.edit'),
  loader: ({ context: { queryClient } }) => loadQuery(queryClient, companyQueries.list()),
  component: NewUsersPage,
});

function NewUsersPage() {
  const { by, companyId } = Route.useSearch();
  const navigate = Route.useNavigate();
  const toCompany = (id: string | undefined) =>
    id ? navigate({ to: '/companies/$companyId', params: { companyId: id } }) : navigate({ to: '/companies' });
  return (
    <NewUsersScreen
      isByCsv={by === 'csv'}
      onByCsv={(isByCsv) => void navigate({ search: { companyId, by: isByCsv ? 'csv' : undefined } })}
      companyId={companyId}
      onSaved={(user) => void navigate({ to: '/users/detail/$userId', params: { userId: user.id } })}
      onCancel={() => void toCompany(companyId)}
    />
  );
}
