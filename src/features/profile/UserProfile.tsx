/** The profile screen of another user, for those who look after them. */
import { Anchor, Group, Stack } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import type { User } from '@/api/users';
import { companyQueries } from '@/queries/companies';
import { useMe } from '@/queries/me';
import { progressQueries } from '@/queries/progress';
import { userQueries } from '@/queries/users';
import { can } from '@/session/roles';
import { LinkButton } from '@/ui/LinkButton';
import { PageTitle } from '@/ui/PageTitle';

import { ProfileFacts } from './ProfileFacts';
import { StudyRecord } from './StudyRecord';

import classes from './ProfileFacts.module.css';

/** The company's name as a link; nothing for somebody without one. */
function CompanyLink({ companyId }: { companyId: string }) {
  const { data: company } = useQuery(companyQueries.detail(companyId));
  if (!company) return '–';
  return (
    <Anchor component={Link} to={`/companies/${companyId}`} className={classes.link}>
      {company.name}
    </Anchor>
  );
}

/** Teachers edit everybody but admins (docs/wire.md, "Rights"). */
function useCanEdit(user: User): boolean {
  const { role } = useMe();
  return can(role, 'user.edit') && (role === 'ADMIN' || user.role !== 'ADMIN');
}

export function UserProfile({ userId }: { userId: string }) {
  const { data: user } = useSuspenseQuery(userQueries.detail(userId));
  const { data: progress } = useSuspenseQuery(progressQueries.detail(userId));
  const { data: summary } = useQuery(progressQueries.summary(userId));
  const canEdit = useCanEdit(user);
  const actions = (
    <Group gap="xs">
      <LinkButton to="/users/record/$userId/{-$courseId}" params={{ userId }} variant="default">
        受講記録簿
      </LinkButton>
      {canEdit && (
        <LinkButton to="/users/edit/$userId" params={{ userId }} variant="default">
          編集
        </LinkButton>
      )}
    </Group>
  );
  return (
    <Stack gap="md">
      <PageTitle actions={actions}>{user.name}</PageTitle>
      <StudyRecord
        progress={{ ...progress, unplacedReads: [], unplacedQuestionSets: [] }}
        summary={summary}
        facts={<ProfileFacts user={user} company={user.companyId && <CompanyLink companyId={user.companyId} />} />}
        otherUserId={userId}
      />
    </Stack>
  );
}
