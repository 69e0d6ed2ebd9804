/** The form of a company's name and note. A new company has its own screen; an existing one is edited in place (specification §2). */
import { Stack, Textarea, TextInput } from '@mantine/core';
import * as z from 'zod/mini';

import { type Company, companySchema, newCompanySchema } from '@/api/companies';
import { useEditDraft } from '@/device/drafts/edit-drafts';
import { usePeopleEdits } from '@/queries/people-edits';
import { useReachability } from '@/queries/reachability';
import { describeSaveError } from '@/queries/save-errors';
import { firstFieldOf } from '@/ui/form-focus';
import { FormFrame } from '@/ui/forms/FormFrame';
import { useAppForm } from '@/ui/forms/use-app-form';

const versionSchema = z.pick(companySchema, { updatedAt: true, name: true, note: true });

const labels = { name: '企業名', note: 'メモ' };

export interface CompanyFormProps {
  /** The company to edit; a new one is created if omitted. */
  company?: Company;
  onSaved: (company: Company) => void;
  onCancel: () => void;
  onLoadNewer?: () => Promise<void>;
}

export function CompanyForm({ company, onSaved, onCancel, onLoadNewer }: CompanyFormProps) {
  const { addCompany, saveCompany } = usePeopleEdits();
  const initialValues = { name: company?.name ?? '', note: company?.note ?? '' };
  const form = useAppForm({ schema: newCompanySchema, initialValues });
  const { draft, base } = useEditDraft(form, {
    name: 'company',
    id: company?.id,
    schema: versionSchema,
    start: company,
  });
  return (
    <FormFrame
      form={form}
      name={company ? '企業情報を編集' : '企業を追加'}
      labels={labels}
      draft={draft}
      isOffline={!useReachability()}
      saveLabel={company ? '保存' : '追加'}
      savedWords={company ? '企業情報を保存しました' : '企業を追加しました'}
      onSave={(values, options) =>
        company && base ? saveCompany(company.id, values, { base, ...options }) : addCompany(values)
      }
      onSaved={onSaved}
      onCancel={onCancel}
      onLoadNewer={onLoadNewer}
      describeFailure={describeSaveError}
    >
      <Stack gap="md" maw="36em">
        <TextInput
          label={labels.name}
          required
          maxLength={200}
          {...firstFieldOf(!company)}
          {...form.getInputProps('name')}
        />
        <Textarea
          label={labels.note}
          description="契約や連絡先などを書きます。担当者にも見えます。"
          autosize
          minRows={3}
          maxRows={12}
          {...form.getInputProps('note')}
        />
      </Stack>
    </FormFrame>
  );
}
