/** One company: how its learners are doing, who they are, and its facts, edited in place. */
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import type { Company } from '@/api/companies';
import { companyQueries } from '@/queries/companies';
import { glanceAt } from '@/queries/company-glance';
import { useCan } from '@/queries/me';
import { now } from '@/storage/now';
import { LinkButton } from '@/ui/LinkButton';
import { Meter } from '@/ui/Meter';
import { PageTitle } from '@/ui/PageTitle';
import { showToast } from '@/ui/toast';

import { CompanyForm } from './CompanyForm';
import { PeopleSection } from './PeopleSection';
import { savePeople, usePeople } from './use-people';

import classes from './CompanyView.module.css';

interface FactsProps {
  company: Company;
  /** Undefined until the people are known. */
  glance: ReturnType<typeof glanceAt> | undefined;
}

function Facts({ company, glance }: FactsProps) {
  return (
    <dl className={classes.facts}>
      <Card>
        <dt>利用者</dt>
        <dd>{company.userCount}名</dd>
      </Card>
      <Card>
        <dt>受講者の平均の進み</dt>
        <dd>{glance ? `${glance.meanPercent}%` : '–'}</dd>
        <Meter label="受講者の平均の進み" done={glance?.meanPercent ?? 0} all={100} />
      </Card>
      <Card>
        <dt>遅れている人</dt>
        <dd data-tone={glance && glance.behind.length > 0 ? 'bad' : undefined}>
          {glance ? `${glance.behind.length}名` : '–'}
        </dd>
        <Text size="xs" c="dimmed">
          未読があり、14日以上学習していない人
        </Text>
      </Card>
    </dl>
  );
}

export function CompanyView({ companyId }: { companyId: string }) {
  const { data: company } = useSuspenseQuery(companyQueries.detail(companyId));
  const canEdit = useCan('company.create');
  const canAdd = useCan('user.edit');
  const [isEditing, setEditing] = useState(false);
  const { people: everybody, isPending, isError, retry } = usePeople();
  const people = useMemo(() => everybody.filter((user) => user.companyId === companyId), [everybody, companyId]);
  const isKnown = !isPending && !isError;
  const actions = (
    <Group gap="xs">
      {canEdit && !isEditing && (
        <Button variant="default" onClick={() => setEditing(true)}>
          編集
        </Button>
      )}
      <Button
        variant="default"
        disabled={!isKnown}
        onClick={() => savePeople(`${company.name}の利用者`, people, [company])}
      >
        CSV
      </Button>
      {canAdd && (
        <LinkButton to="/users/new" search={{ companyId }}>
          利用者を追加
        </LinkButton>
      )}
    </Group>
  );
  return (
    <Stack gap="lg">
      <PageTitle actions={actions}>{company.name}</PageTitle>
      {isEditing && (
        <Card>
          <CompanyForm
            company={company}
            onSaved={() => {
              setEditing(false);
              void showToast('success', '企業情報を保存しました');
            }}
            onCancel={() => setEditing(false)}
          />
        </Card>
      )}
      {!isEditing && company.note && <Text className={classes.note}>{company.note}</Text>}
      <Facts company={company} glance={isKnown ? glanceAt(people, companyId, now()) : undefined} />
      <PeopleSection
        name={`${company.name}の利用者`}
        people={people}
        isPending={isPending}
        isError={isError}
        onRetry={retry}
      />
    </Stack>
  );
}
