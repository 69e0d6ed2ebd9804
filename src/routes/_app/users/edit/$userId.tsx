/** /users/edit/{id}: the form of a user; ADMIN and TEACHER. */
import { createFileRoute } from '@tanstack/react-router';

import { homeCrumb } from '@/features/shell/crumbs';
import { EditUserScreen } from '@/features/users/UserFormScreen';
import { companyQueries } from '@/queries/companies';
import { loadQuery } from '@/queries/load-query';
import { userQueries } from '@/queries/users';
import { requireRole } from '@/routes/-guards';

export const Route = createFileRoute('/_app/users/edit/$userId')({
  beforeLoad: requireRole('user.edit'),
  loader: async ({ context: { queryClient }, params: { userId } }) => {
    const [user] = await Promise.all([
      loadQuery(queryClient, userQueries.detail(userId)),
      loadQuery(queryClient, companyQueries.list()),
    ]);
    const profile = { label: user.name, to: `/users/detail/${userId}` };
    return { crumbs: [homeCrumb, profile, { label: `${user.name}さんを編集`, to: `/users/edit/${userId}` }] };
  },
  component: EditUserPage,
});

function EditUserPage() {
  const { userId } = Route.useParams();
  const navigate = Route.useNavigate();
  const toProfile = () => void navigate({ to: '/users/detail/$userId', params: { userId } });
  return (
    <EditUserScreen
      userId={userId}
      onSaved={toProfile}
      onCancel={toProfile}
      onDeleted={() => void navigate({ to: '/companies' })}
    />
  );
}
