/** The form that changes the user's own names and e-mail address. */
import * as z from 'zod/mini';

import { userFieldNames } from '@/api/user-edits';
import { type User, userSchema } from '@/api/users';
import { useEditDraft, useFormStart } from '@/device/drafts/edit-drafts';
import { OnlineForm } from '@/forms/EditForm';
import { PersonFields } from '@/forms/PersonFields';
import { meQueries, useMe } from '@/queries/me';
import { useChangeOwnAccount } from '@/queries/people/own-account';
import { useAppForm } from '@/ui/forms/use-app-form';

import { ownDetailsSchema } from './account-schemas';

export interface AccountFormProps {
  onSaved: () => void;
  onCancel: () => void;
}

interface OwnDetailsProps extends AccountFormProps {
  start: User;
  onLoadNewer: () => Promise<void>;
}

const versionSchema = z.pick(userSchema, { updatedAt: true, name: true, nameKana: true, email: true });

function OwnDetails({ start, onSaved, onCancel, onLoadNewer }: OwnDetailsProps) {
  const change = useChangeOwnAccount();
  const form = useAppForm({
    schema: ownDetailsSchema,
    initialValues: { name: start.name ?? '', nameKana: start.nameKana ?? '', email: start.email ?? '' },
  });
  const { draft, base } = useEditDraft(form, { name: 'account', id: start.id, schema: versionSchema, start });
  return (
    <OnlineForm
      form={form}
      name="氏名とメールアドレスの変更"
      labels={userFieldNames}
      draft={draft}
      onSave={(values, options) => change(values, base && { base, ...options })}
      onSaved={onSaved}
      onCancel={onCancel}
      onLoadNewer={onLoadNewer}
    >
      <PersonFields getInputProps={form.getInputProps} isOwn nameKanaDescription="任意" />
    </OnlineForm>
  );
}

export function DetailsForm(ways: AccountFormProps) {
  const { start, count, loadNewer } = useFormStart(useMe(), meQueries.current());
  return <OwnDetails key={count} {...ways} start={start} onLoadNewer={loadNewer} />;
}
