/** /users/edit/{id}: the form of a user; ADMIN and TEACHER. */
import { createFileRoute } from '@tanstack/react-router';

import { nameOf } from '@/api/users';
import { EditUserScreen } from '@/features/users/UserFormScreen';
import { loadQuery } from '@/queries/load-query';
import { companyQueries } from '@/queries/people/companies';
import { userQueries } from '@/queries/people/users';
import { backToCompany } from '@/routes/-back';
import { personCrumbs } from '@/routes/-loaded-trails';

export const Route = createFileRoute('/_app/_staff/users/edit/$userId')({
  loader: async ({ context, params: { userId } }) => {
    const [user] = await Promise.all([
      loadQuery(context.queryClient, userQueries.detail(userId)),
      loadQuery(context.queryClient, companyQueries.list()),
    ]);
    const here = { label: `${nameOf(user)}さんを編集`, to: `/users/edit/${userId}`, isName: true };
    return { crumbs: [...(await personCrumbs(context, user)), here] };
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
      onDeleted={({ companyId }) => navigate({ ...backToCompany(companyId ?? undefined), replace: true })}
    />
  );
}
