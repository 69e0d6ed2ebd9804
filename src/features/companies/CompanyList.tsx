/** Lists all companies, or the people of all companies. */
import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';

import type { Company } from '@/api/companies';
import { companyQueries } from '@/queries/companies';
import { useCan } from '@/queries/me';
import { screens } from '@/session/screens';
import { EmptyState } from '@/ui/EmptyState';
import { LinkButton } from '@/ui/LinkButton';
import { PageTitle } from '@/ui/PageTitle';

import { CompanyTable } from './CompanyTable';
import type { PeopleTableProps } from './people-table-props';
import { PeopleTable } from './PeopleTable';

import '@mantine/core/styles/SegmentedControl.layer.css';

function Companies({ companies }: { companies: readonly Company[] }) {
  if (companies.length > 0) return <CompanyTable companies={companies} />;
  return (
    <EmptyState title="企業はまだありません">
      <Text size="sm" c="dimmed">
        「企業を追加」から始めてください。
      </Text>
    </EmptyState>
  );
}

type Searching = Pick<PeopleTableProps, 'search' | 'onSearch'>;

function PeopleActions() {
  return (
    <Group gap="xs">
      <LinkButton to="/users/new" search={{ by: 'csv' }} variant="default">
        CSVで追加・変更
      </LinkButton>
      <LinkButton to="/users/new">利用者を追加</LinkButton>
    </Group>
  );
}

export interface CompanyListProps extends Searching {
  view: 'companies' | 'people';
  onView: (view: 'companies' | 'people') => void;
}

export function CompanyList({ view, onView, ...searching }: CompanyListProps) {
  const { data: companies } = useSuspenseQuery(companyQueries.list());
  const canCreate = useCan('company.create');
  const isPeople = view === 'people';
  const actions = isPeople ? <PeopleActions /> : canCreate && <LinkButton to="/companies/new">企業を追加</LinkButton>;
  return (
    <Stack gap="md">
      <PageTitle actions={actions}>{screens['/_app/_staff/companies/'].title}</PageTitle>
      {/* Rendered for both choices, so that it keeps the focus while arrow keys switch between them. */}
      <SegmentedControl
        aria-label="表示するもの"
        data={[
          { value: 'companies', label: '企業' },
          { value: 'people', label: 'すべての利用者' },
        ]}
        value={view}
        onChange={onView}
        maw="24em"
      />
      {isPeople ? (
        <PeopleTable name="利用者" companies={companies} hasCompanies {...searching} />
      ) : (
        <Companies companies={companies} />
      )}
    </Stack>
  );
}
