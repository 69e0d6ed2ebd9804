/**
 * The form that changes the user's own password. It asks for the current password only if the server checks it;
 * autocomplete attributes serve password managers.
 */
import { PasswordInput, Text } from '@mantine/core';

import { MIN_PASSWORD_LENGTH } from '@/api/user-edits';
import { OnlineForm } from '@/forms/EditForm';
import { useCapability } from '@/queries/capabilities';
import { useMe } from '@/queries/me';
import { useChangeOwnAccount } from '@/queries/people/own-account';
import { useAppForm } from '@/ui/forms/use-app-form';

import { checkedPasswordSchema, ownPasswordSchema } from './account-schemas';
import type { AccountFormProps } from './DetailsForm';

const labels = {
  currentPassword: '現在のパスワード',
  password: '新しいパスワード',
  again: '新しいパスワード（もう一度）',
};
type Field = keyof typeof labels;

const initialValues = { currentPassword: '', password: '', again: '' };

export function PasswordForm({ onSaved, onCancel }: AccountFormProps) {
  const { username } = useMe();
  const change = useChangeOwnAccount();
  const asksCurrentPassword = useCapability('current-password');
  const form = useAppForm({ schema: asksCurrentPassword ? checkedPasswordSchema : ownPasswordSchema, initialValues });
  const field = (name: Field, autoComplete: 'current-password' | 'new-password') => ({
    label: labels[name],
    required: true,
    autoComplete,
    visibilityToggleButtonProps: { 'aria-label': `${labels[name]}を表示する`, tabIndex: 0 },
    ...form.getInputProps(name),
    'aria-invalid': form.errors[name] !== undefined || undefined,
  });
  return (
    <OnlineForm
      form={form}
      name="パスワードの変更"
      labels={labels}
      onSave={({ password, currentPassword }) => change({ password, currentPassword })}
      onSaved={onSaved}
      onCancel={onCancel}
    >
      <Text size="sm">変更すると、ほかの端末ではログインし直しが必要になります。</Text>
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {asksCurrentPassword && <PasswordInput {...field('currentPassword', 'current-password')} />}
      <PasswordInput description={`${MIN_PASSWORD_LENGTH}文字以上`} {...field('password', 'new-password')} />
      <PasswordInput {...field('again', 'new-password')} />
    </OnlineForm>
  );
}
