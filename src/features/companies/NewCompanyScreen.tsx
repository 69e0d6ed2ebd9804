/** The screen that creates a company. */
import { Stack } from '@mantine/core';

import { PageTitle } from '@/ui/PageTitle';

import { CompanyForm, type CompanyFormProps } from './CompanyForm';

export function NewCompanyScreen(props: Pick<CompanyFormProps, 'onSaved' | 'onCancel'>) {
  return (
    <Stack gap="lg">
      <PageTitle>企業を作成</PageTitle>
      <CompanyForm {...props} />
    </Stack>
  );
}
