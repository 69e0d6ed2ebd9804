/** The screens with the user form: a new user, and an existing user with deletion behind ⋯. */
import { Card, Menu, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import IconTrash from '~icons/trash';

import { nameOf, type User } from '@/api/users';
import { useFormStart } from '@/device/drafts/edit-drafts';
import { useMe } from '@/queries/me';
import { companyQueries } from '@/queries/people/companies';
import { usePeopleEdits } from '@/queries/people/people-edits';
import { userQueries } from '@/queries/people/users';
import { describeActionError } from '@/queries/save-errors';
import { EmptyState } from '@/ui/EmptyState';
import { MoreMenu } from '@/ui/MoreMenu';
import { ActionError } from '@/ui/notices/ActionError';
import { showToast } from '@/ui/notices/toast';
import { PageTitle } from '@/ui/PageTitle';
import { ConfirmQuestion } from '@/ui/questions/ConfirmQuestion';
import { useAction } from '@/ui/questions/use-action';

import { UserForm } from './UserForm';

import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';

export interface NewUserScreenProps {
  companyId?: string;
  onSaved: (user: User) => void;
  onCancel: () => void;
}

export function NewUserForm({ companyId, onSaved, onCancel }: NewUserScreenProps) {
  const { data: companies } = useSuspenseQuery(companyQueries.list());
  return <UserForm companies={companies} companyId={companyId} onSaved={onSaved} onCancel={onCancel} />;
}

interface DeleteUserProps {
  user: User;
  /** Called after the user was deleted; resolves when the screen has been left. */
  onDeleted: (user: User) => Promise<void>;
  onCancel: () => void;
}

function DeleteUser({ user, onDeleted, onCancel }: DeleteUserProps) {
  const { removeUser, forgetUser } = usePeopleEdits();
  const remove = useAction(async () => {
    await removeUser(user.id);
    void showToast('success', '利用者を削除しました');
    await onDeleted(user);
    forgetUser(user.id);
  });
  return (
    <Card>
      <Stack gap="sm">
        <ConfirmQuestion
          label={`${nameOf(user)}さんを削除`}
          question="ログインできなくなり、一覧から消えます。学習の記録はサーバーに残ります。元に戻せません。"
          onConfirm={() => void remove.run()}
          onCancel={onCancel}
        />
        <ActionError message={remove.error ? describeActionError(remove.error) : undefined} />
      </Stack>
    </Card>
  );
}

export interface EditUserScreenProps {
  userId: string;
  onSaved: (user: User) => void;
  onCancel: () => void;
  /** Deletes the user; resolves when the screen has been left. */
  onDeleted: (user: User) => Promise<void>;
}

export function EditUserScreen({ userId, onSaved, onCancel, onDeleted }: EditUserScreenProps) {
  const me = useMe();
  const { data: user } = useSuspenseQuery(userQueries.detail(userId));
  const { data: companies } = useSuspenseQuery(companyQueries.list());
  const { start, count, loadNewer } = useFormStart(user, userQueries.detail(userId));
  // Teachers edit all users except admins (docs/wire.md, "Rights").
  const isAllowed = me.role === 'ADMIN' || user.role !== 'ADMIN';
  const [isDeleting, setDeleting] = useState(false);
  const menu = isAllowed && user.id !== me.id && (
    <MoreMenu name={`${nameOf(user)}さん`} isPartOpen={isDeleting}>
      <Menu.Item leftSection={<IconTrash size={18} aria-hidden />} onClick={() => setDeleting(true)}>
        削除
      </Menu.Item>
    </MoreMenu>
  );
  return (
    <Stack gap="lg">
      <PageTitle actions={menu}>
        <span translate="no">{nameOf(user)}</span>さんを編集
      </PageTitle>
      {isAllowed ? (
        <>
          {isDeleting && <DeleteUser user={user} onDeleted={onDeleted} onCancel={() => setDeleting(false)} />}
          <UserForm
            key={count}
            user={start}
            companies={companies}
            onSaved={onSaved}
            onCancel={onCancel}
            onLoadNewer={loadNewer}
          />
        </>
      ) : (
        <EmptyState title="管理者を編集できるのは、管理者だけです" />
      )}
    </Stack>
  );
}
