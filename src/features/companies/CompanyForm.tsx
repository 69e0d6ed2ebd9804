/**
 * The form of a company's name and note. A new company has its own screen; an existing one is edited in place
 * (specification §2).
 */
import { Stack, Textarea, TextInput } from '@mantine/core';
import * as z from 'zod/mini';

import {
  type Company,
  companyFieldNames as labels,
  companySchema,
  newCompanySchema,
  type UpdateCompany,
} from '@/api/companies';
import { EditForm } from '@/forms/EditForm';
import type { ComparedFields } from '@/queries/newer-version';
import { usePeopleEdits } from '@/queries/people/people-edits';
import { useAppForm } from '@/ui/forms/use-app-form';
import { firstFieldOf } from '@/ui/keys/form-focus';

const versionSchema = z.pick(companySchema, {
  updatedAt: true,
  name: true,
  note: true,
} satisfies ComparedFields<UpdateCompany>);

export interface CompanyFormProps {
  /** The company to edit; a new one is created if omitted. */
  company?: Company;
  onSaved: (company: Company) => void;
  onCancel: () => void;
  onLoadNewer?: () => Promise<void>;
}

export function CompanyForm({ company, ...ways }: CompanyFormProps) {
  const { addCompany, saveCompany } = usePeopleEdits();
  const initialValues = { name: company?.name ?? '', note: company?.note ?? '' };
  const form = useAppForm({ schema: newCompanySchema, initialValues });
  return (
    <EditForm
      form={form}
      kind="company"
      noun={company ? '企業情報' : '企業'}
      labels={labels}
      item={company}
      version={versionSchema}
      add={addCompany}
      save={saveCompany}
      {...ways}
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
    </EditForm>
  );
}
