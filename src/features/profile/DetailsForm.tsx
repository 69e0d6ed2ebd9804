/** The form that changes the user's own names and e-mail address. */
import * as z from 'zod/mini';

import { type User, userSchema } from '@/api/users';
import { useEditDraft, useFormStart } from '@/device/drafts/edit-drafts';
import { useCapabilities } from '@/queries/capabilities';
import { meQueries, useMe } from '@/queries/me';
import { useChangeOwnAccount } from '@/queries/own-account';
import { useReachability } from '@/queries/reachability';
import { describeSaveError } from '@/queries/save-errors';
import { FormFrame } from '@/ui/forms/FormFrame';
import { personLabels } from '@/ui/forms/person-labels';
import { PersonFields } from '@/ui/forms/PersonFields';
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
  const { hasNameKana, nameKanaFields } = useCapabilities();
  const form = useAppForm({
    schema: ownDetailsSchema,
    initialValues: { name: start.name ?? '', nameKana: start.nameKana ?? '', email: start.email ?? '' },
  });
  const { draft, base } = useEditDraft(form, { name: 'account', id: start.id, schema: versionSchema, start });
  return (
    <FormFrame
      form={form}
      name="氏名とメールアドレスの変更"
      labels={personLabels}
      draft={draft}
      onSave={({ nameKana, ...values }, options) =>
        change({ ...values, ...nameKanaFields(nameKana) }, base && { base, ...options })
      }
      onSaved={onSaved}
      onCancel={onCancel}
      onLoadNewer={onLoadNewer}
      describeFailure={describeSaveError}
      isOffline={!useReachability()}
    >
      <PersonFields getInputProps={form.getInputProps} isOwn hasNameKana={hasNameKana} nameKanaDescription="任意" />
    </FormFrame>
  );
}

export function DetailsForm(ways: AccountFormProps) {
  const { start, count, loadNewer } = useFormStart(useMe(), meQueries.current());
  return <OwnDetails key={count} {...ways} start={start} onLoadNewer={loadNewer} />;
}
