/** The screen of one company: figures on its learners, the table of its people, and name and note with a form in place. */
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Company } from '@/api/companies';
import { useFormStart } from '@/device/drafts/edit-drafts';
import { useCapabilities } from '@/queries/capabilities';
import { companyQueries } from '@/queries/companies';
import { type CompanyGlance, glanceAt, toGlance } from '@/queries/company-glance';
import { useCan } from '@/queries/me';
import { now } from '@/storage/now';
import { Meter } from '@/ui/charts/Meter';
import { focusFirstField, useFocusOfForm } from '@/ui/form-focus';
import { LinkButton } from '@/ui/LinkButton';
import { PageTitle } from '@/ui/PageTitle';
import { showToast } from '@/ui/toast';

import { CompanyAssignments } from './CompanyAssignments';
import { CompanyForm, type CompanyFormProps } from './CompanyForm';
import type { PeopleTableProps } from './people-table-props';
import { PeopleTable } from './PeopleTable';
import { usePeople } from './use-people';

import classes from './CompanyView.module.css';

/** Returns the company's figures from the server, else computed from its people; undefined until they are loaded. */
function useGlance({ id, figures }: Company): CompanyGlance | undefined {
  const { people, isPending, isError } = usePeople(!figures);
  if (figures) return toGlance(figures);
  return isPending || isError ? undefined : glanceAt(people, id, now());
}

function Facts({ company }: { company: Company }) {
  const glance = useGlance(company);
  return (
    <div className={classes.area}>
      <dl className={classes.facts}>
        <Card>
          <dt>利用者</dt>
          <dd className={classes.number}>{company.userCount}名</dd>
        </Card>
        <Card className={classes.mean}>
          <dt>受講者の平均の進み</dt>
          <dd>
            <div className={classes.number}>{glance ? `${glance.meanPercent}%` : '–'}</div>
            <Meter label="受講者の平均の進み" done={glance?.meanPercent ?? 0} all={100} />
          </dd>
        </Card>
        <Card>
          <dt>遅れている人</dt>
          <dd>
            <div className={classes.number} data-tone={glance && glance.behindCount > 0 ? 'bad' : undefined}>
              {glance ? `${glance.behindCount}名` : '–'}
            </div>
            <Text size="xs" c="dimmed">
              必修の期限を過ぎた人。必修がない人は、未読があり14日以上学習していない人
            </Text>
          </dd>
        </Card>
      </dl>
    </div>
  );
}

function CompanyFormInPlace({
  company,
  ...ways
}: Required<Pick<CompanyFormProps, 'company' | 'onSaved' | 'onCancel'>>) {
  const { start, count, loadNewer } = useFormStart(company, companyQueries.detail(company.id));
  return (
    <Card>
      <div ref={focusFirstField} key={count}>
        <CompanyForm {...ways} company={start} onLoadNewer={loadNewer} />
      </div>
    </Card>
  );
}

export interface CompanyViewProps extends Pick<PeopleTableProps, 'search' | 'onSearch'> {
  companyId: string;
}

export function CompanyView({ companyId, ...searching }: CompanyViewProps) {
  const { data: company } = useSuspenseQuery(companyQueries.detail(companyId));
  const canEdit = useCan('company.create');
  const canAdd = useCan('user.edit');
  const [isEditing, setEditing] = useState(false);
  const opener = useFocusOfForm(isEditing);
  const close = () => setEditing(false);
  const actions = (
    <Group gap="xs">
      {canEdit && (
        <Button variant="default" ref={opener} aria-expanded={isEditing} onClick={() => setEditing(true)}>
          編集
        </Button>
      )}
      {canAdd && (
        <LinkButton to="/users/new" search={{ companyId }}>
          利用者を追加
        </LinkButton>
      )}
    </Group>
  );
  return (
    <Stack gap="lg">
      <PageTitle actions={actions}>
        <span translate="no">{company.name}</span>
      </PageTitle>
      {isEditing && (
        <CompanyFormInPlace
          company={company}
          onSaved={() => {
            close();
            void showToast('success', '企業情報を保存しました');
          }}
          onCancel={close}
        />
      )}
      {!isEditing && company.note && <Text className={classes.note}>{company.note}</Text>}
      <Facts company={company} />
      {useCapabilities().hasAssignments && <CompanyAssignments companyId={companyId} />}
      <PeopleTable name={`${company.name}の利用者`} companyId={companyId} companies={[company]} {...searching} />
    </Stack>
  );
}
