/** Changes the own password: typed twice, in a way password managers understand. */
import { PasswordInput, Text } from '@mantine/core';

import { useChangeOwnAccount, useMe } from '@/queries/me';
import { useReachability } from '@/queries/queue';
import { describeSaveError } from '@/queries/save-errors';
import { FormFrame } from '@/ui/FormFrame';
import { useAppForm } from '@/ui/use-app-form';

import { ownPasswordSchema } from './account-schemas';
import type { AccountFormProps } from './DetailsForm';

const labels = { password: '新しいパスワード', again: '新しいパスワード（もう一度）' };
const toggle = (name: string) => ({ 'aria-label': `${name}を表示する`, tabIndex: 0 });

export function PasswordForm({ onSaved, onCancel }: AccountFormProps) {
  const { username } = useMe();
  const change = useChangeOwnAccount();
  const form = useAppForm({ schema: ownPasswordSchema, initialValues: { password: '', again: '' } });
  return (
    <FormFrame
      form={form}
      name="パスワードの変更"
      labels={labels}
      onSave={({ password }) => change({ password })}
      onSaved={onSaved}
      onCancel={onCancel}
      describeFailure={describeSaveError}
      isOffline={!useReachability()}
    >
      <Text size="sm">変更すると、ほかの端末ではログインし直しが必要になります。</Text>
      {/* For password managers: whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordInput
        label={labels.password}
        description="8文字以上"
        required
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle(labels.password)}
        {...form.getInputProps('password')}
        aria-invalid={form.errors.password !== undefined || undefined}
      />
      <PasswordInput
        label={labels.again}
        required
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle(labels.again)}
        {...form.getInputProps('again')}
        aria-invalid={form.errors.again !== undefined || undefined}
      />
    </FormFrame>
  );
}
