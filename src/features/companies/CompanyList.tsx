/** Lists all companies, or the people of all companies. */
import { Card, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';

import type { Company } from '@/api/companies';
import { companyQueries } from '@/queries/companies';
import { useCan } from '@/queries/me';
import { screens } from '@/session/screens';
import { EmptyState } from '@/ui/EmptyState';
import { IconSearch } from '@/ui/icons';
import { LinkButton } from '@/ui/LinkButton';
import { PageTitle } from '@/ui/PageTitle';
import { findRows } from '@/ui/tables/use-table-state';

import type { PeopleTableProps } from './people-table-props';
import { PeopleTable } from './PeopleTable';

import classes from './CompanyList.module.css';
import '@mantine/core/styles/SegmentedControl.layer.css';

const nameOf = ({ name, note }: Company) => `${name} ${note}`;

function Companies({ companies }: { companies: readonly Company[] }) {
  const [words, setWords] = useState('');
  const found = findRows(companies, useDeferredValue(words), nameOf);
  if (companies.length === 0) {
    return (
      <EmptyState title="企業はまだありません">
        <Text size="sm" c="dimmed">
          「企業を作成」から始めてください。
        </Text>
      </EmptyState>
    );
  }
  return (
    <>
      <TextInput
        aria-label="企業を絞り込む"
        placeholder="絞り込む"
        type="search"
        leftSection={<IconSearch size={18} aria-hidden />}
        maw={360}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <ul className={classes.list}>
        {found.map((company) => (
          <li key={company.id}>
            <Card className={classes.card}>
              <h2 className={classes.name}>
                <Link to="/companies/$companyId" params={{ companyId: company.id }}>
                  <span translate="no">{company.name}</span>
                </Link>
              </h2>
              <Text size="sm" c="dimmed">
                利用者 {company.userCount}名
              </Text>
              {company.note && (
                <Text size="sm" lineClamp={2} className={classes.note}>
                  {company.note}
                </Text>
              )}
            </Card>
          </li>
        ))}
      </ul>
      {found.length === 0 && <Text c="dimmed">条件に合う企業はありません。</Text>}
    </>
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
  const actions = isPeople ? <PeopleActions /> : canCreate && <LinkButton to="/companies/new">企業を作成</LinkButton>;
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
