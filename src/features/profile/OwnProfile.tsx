/** My page: the own profile and progress, account, display settings, and what others add about this device. */
import { Alert, Card, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { useService } from '@/queries/info';
import { meQueries, useMe } from '@/queries/me';
import { progressQueries, useOwnProgress } from '@/queries/progress';
import { useReachability } from '@/queries/queue';
import { lastStudyOf } from '@/study/last-study';
import { DisplayControls } from '@/ui/DisplayControls';
import { formatDateTime } from '@/ui/formats';
import { LinkButton } from '@/ui/LinkButton';
import { PageTitle } from '@/ui/PageTitle';
import { SupportAddress } from '@/ui/SupportAddress';

import { AccountCard } from './AccountCard';
import { ProfileFacts } from './ProfileFacts';
import { StudyRecord } from './StudyRecord';

import classes from './OwnProfile.module.css';
import '@mantine/core/styles/Alert.layer.css';

export interface OwnProfileProps {
  /** この端末の保存: what is kept on this device. */
  storage?: ReactNode;
  /** How to install the app. */
  install?: ReactNode;
}

/** Since when the numbers stand, while no newer ones can be had. */
function CopyNotice({ updatedAt }: { updatedAt: number }) {
  if (useReachability()) return null;
  return (
    <Alert className={classes.notice} role="status">
      オフラインです。{formatDateTime(new Date(updatedAt).toISOString())}
      に受け取った記録と、この端末の学習を表示しています。
    </Alert>
  );
}

export function OwnProfile({ storage, install }: OwnProfileProps) {
  const me = useMe();
  const progress = useOwnProgress();
  const { data: summary, dataUpdatedAt } = useQuery(progressQueries.summary(me.id));
  const lastStudiedAt = lastStudyOf([me.lastStudiedAt, summary?.lastStudiedAt], progress);
  const { supportEmail } = useService();
  const { data: company } = useQuery(meQueries.company());
  return (
    <Stack gap="md">
      <PageTitle
        actions={
          <LinkButton to="/record/{-$courseId}" variant="default">
            受講記録簿
          </LinkButton>
        }
      >
        マイページ
      </PageTitle>
      {summary && <CopyNotice updatedAt={dataUpdatedAt} />}
      <StudyRecord
        progress={progress}
        summary={summary}
        facts={<ProfileFacts user={{ ...me, lastStudiedAt }} company={me.companyId && (company?.name ?? '–')} />}
      />
      <AccountCard />
      <Card component="section" aria-labelledby="display-settings" className={classes.card} id="display">
        <h2 id="display-settings" className={classes.heading}>
          表示設定
        </h2>
        <DisplayControls />
      </Card>
      {storage}
      {install}
      <SupportAddress address={supportEmail} />
      <Text size="sm" c="dimmed" className={classes.version}>
        まなびば バージョン {__APP_VERSION__}
      </Text>
    </Stack>
  );
}
