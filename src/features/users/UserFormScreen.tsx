/** The screens with the user form: a new user, and an existing user with deletion below. */
import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { User } from '@/api/users';
import { useFormStart } from '@/device/drafts/edit-drafts';
import { companyQueries } from '@/queries/companies';
import { useMe } from '@/queries/me';
import { usePeopleEdits } from '@/queries/people-edits';
import { describeSaveError } from '@/queries/save-errors';
import { userQueries } from '@/queries/users';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { EmptyState } from '@/ui/EmptyState';
import { PageTitle } from '@/ui/PageTitle';
import { showToast } from '@/ui/toast';

import { UserForm } from './UserForm';

export interface NewUserScreenProps {
  companyId?: string;
  onSaved: (user: User) => void;
  onCancel: () => void;
}

export function NewUserForm({ companyId, onSaved, onCancel }: NewUserScreenProps) {
  const { data: companies } = useSuspenseQuery(companyQueries.list());
  return <UserForm companies={companies} companyId={companyId} onSaved={onSaved} onCancel={onCancel} />;
}

function DeleteUser({ user, onDeleted }: { user: User; onDeleted: (user: User) => Promise<void> }) {
  const { removeUser, forgetUser } = usePeopleEdits();
  const [isWorking, setWorking] = useState(false);
  async function remove(): Promise<void> {
    if (isWorking) return;
    setWorking(true);
    try {
      await removeUser(user.id);
      void showToast('success', '利用者を削除しました');
      await onDeleted(user);
      forgetUser(user.id);
    } catch (error) {
      void showToast('error', describeSaveError(error).message);
      setWorking(false);
    }
  }
  return (
    <div>
      <ConfirmButton
        label={`${user.name}さんを削除`}
        question="ログインできなくなり、一覧から消えます。学習の記録はサーバーに残ります。元に戻せません。"
        onConfirm={() => void remove()}
      />
    </div>
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
  return (
    <Stack gap="lg">
      <PageTitle>
        <span translate="no">{user.name}</span>さんを編集
      </PageTitle>
      {isAllowed ? (
        <>
          <UserForm
            key={count}
            user={start}
            companies={companies}
            onSaved={onSaved}
            onCancel={onCancel}
            onLoadNewer={loadNewer}
          />
          {user.id !== me.id && <DeleteUser user={user} onDeleted={onDeleted} />}
        </>
      ) : (
        <EmptyState title="管理者を編集できるのは、管理者だけです" />
      )}
    </Stack>
  );
}
