/**
 * The screen of one company: its people with counts by learning state, required courses, and its name and note, edited
 * in place.
 */
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { useFormStart } from '@/device/drafts/edit-drafts';
import { useCan } from '@/queries/me';
import { useAssignmentEdits } from '@/queries/people/assignment-edits';
import { companyQueries } from '@/queries/people/companies';
import { focusFirstField, useFocusOfForm } from '@/ui/keys/form-focus';
import { LinkButton } from '@/ui/LinkButton';
import { PageTitle } from '@/ui/PageTitle';

import { AssignmentList } from './AssignmentList';
import { CompanyForm, type CompanyFormProps } from './CompanyForm';
import type { PeopleTableProps } from './people-table-props';
import { PeopleTable } from './PeopleTable';

import classes from './CompanyView.module.css';

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
  const router = useRouter();
  const handleSaved = () => {
    close();
    // Reload the route's data, because the breadcrumbs show the company's name.
    void router.invalidate();
  };
  const [isRequiredShown, setRequiredShown] = useState(false);
  const canReadRequired = useCan('assignment.read');
  const actions = (
    <Group gap="xs">
      {canReadRequired && (
        <Button variant="default" aria-expanded={isRequiredShown} onClick={() => setRequiredShown((before) => !before)}>
          必修
        </Button>
      )}
      <LinkButton
        to="/companies/$companyId"
        params={{ companyId }}
        search={{ view: 'report', q: searching.search.q, state: searching.search.state }}
        variant="default"
      >
        報告書
      </LinkButton>
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
    <Stack gap="xs">
      <PageTitle actions={actions}>
        <span translate="no">{company.name}</span>
      </PageTitle>
      {isEditing && <CompanyFormInPlace company={company} onSaved={handleSaved} onCancel={close} />}
      {!isEditing && company.note && <Text className={classes.note}>{company.note}</Text>}
      {isRequiredShown && <CompanyAssignments companyId={companyId} />}
      <PeopleTable
        name={`${company.name}の利用者`}
        companyId={companyId}
        companies={[company]}
        company={company}
        {...searching}
      />
    </Stack>
  );
}

/** The required courses of a company. */
function CompanyAssignments({ companyId }: { companyId: string }) {
  const { removeAssignment } = useAssignmentEdits();
  return (
    <AssignmentList
      title="必修"
      isListed={(assignment) => assignment.companyId === companyId}
      target={{ companyId }}
      emptyWords="この企業に必修のコースはありません。"
      targetWords={() => ''}
      onRemove={({ id }) => removeAssignment(id)}
    />
  );
}
