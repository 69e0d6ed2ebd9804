/** One company: its name, its note, how many use the service there. */
import { Card, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';

import { companyQueries } from '@/queries/companies';
import { PageTitle } from '@/ui/PageTitle';

export function CompanyView({ companyId }: { companyId: string }) {
  const { data: company } = useSuspenseQuery(companyQueries.detail(companyId));
  return (
    <Stack gap="md">
      <PageTitle>{company.name}</PageTitle>
      <Card>
        <Text fw={700}>利用者 {company.userCount}名</Text>
        {company.note && <Text style={{ whiteSpace: 'pre-wrap' }}>{company.note}</Text>}
      </Card>
    </Stack>
  );
}
