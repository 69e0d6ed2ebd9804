/** All companies. */
import { Card, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { companyQueries } from '@/queries/companies';
import { EmptyState } from '@/ui/EmptyState';
import { PageTitle } from '@/ui/PageTitle';

import classes from './CompanyList.module.css';

export function CompanyList() {
  const { data: companies } = useSuspenseQuery(companyQueries.list());
  return (
    <Stack gap="md">
      <PageTitle>企業情報</PageTitle>
      {companies.length === 0 && <EmptyState title="企業はまだありません" />}
      <ul className={classes.list}>
        {companies.map((company) => (
          <li key={company.id}>
            <Card className={classes.card}>
              <h2 className={classes.name}>
                <Link to="/companies/$companyId" params={{ companyId: company.id }}>
                  {company.name}
                </Link>
              </h2>
              <Text size="sm" c="dimmed">
                利用者 {company.userCount}名
              </Text>
            </Card>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
