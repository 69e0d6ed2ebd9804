/** The screen that creates a company. */
import { Stack } from '@mantine/core';

import { screens } from '@/session/screens';
import { PageTitle } from '@/ui/PageTitle';

import { CompanyForm, type CompanyFormProps } from './CompanyForm';

export function NewCompanyScreen(props: Pick<CompanyFormProps, 'onSaved' | 'onCancel'>) {
  return (
    <Stack gap="lg">
      <PageTitle>{screens['/_app/_staff/companies/new'].title}</PageTitle>
      <CompanyForm {...props} />
    </Stack>
  );
}
