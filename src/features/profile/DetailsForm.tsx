/** Changes the own name and e-mail address. */
import { TextInput } from '@mantine/core';

import { useFormDraft } from '@/device/drafts/form-drafts';
import { useMe } from '@/queries/me';
import { useChangeOwnAccount } from '@/queries/own-account';
import { useReachability } from '@/queries/queue';
import { describeSaveError } from '@/queries/save-errors';
import { FormFrame } from '@/ui/forms/FormFrame';
import { useAppForm } from '@/ui/forms/use-app-form';

import { ownDetailsSchema } from './account-schemas';

export interface AccountFormProps {
  onSaved: () => void;
  onCancel: () => void;
}

const labels = { name: '氏名', email: 'メールアドレス' };

export function DetailsForm({ onSaved, onCancel }: AccountFormProps) {
  const me = useMe();
  const change = useChangeOwnAccount();
  const form = useAppForm({ schema: ownDetailsSchema, initialValues: { name: me.name, email: me.email ?? '' } });
  const draft = useFormDraft(form, { name: 'account', id: me.id });
  return (
    <FormFrame
      form={form}
      name="氏名とメールアドレスの変更"
      labels={labels}
      draft={draft}
      onSave={(values) => change(values)}
      onSaved={onSaved}
      onCancel={onCancel}
      describeFailure={describeSaveError}
      isOffline={!useReachability()}
    >
      <TextInput label={labels.name} required autoComplete="name" {...form.getInputProps('name')} data-autofocus />
      <TextInput
        label={labels.email}
        description="なくてもかまいません。"
        type="email"
        inputMode="email"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
    </FormFrame>
  );
}
