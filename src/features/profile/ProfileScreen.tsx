/** A user's profile with the progress by course: the own page, and the user detail for staff. */
import { Card, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';

import { progressQueries } from '@/queries/progress';
import { userQueries } from '@/queries/users';
import type { Role } from '@/session/roles';
import { EmptyState } from '@/ui/EmptyState';
import { Meter } from '@/ui/Meter';
import { PageTitle } from '@/ui/PageTitle';

import classes from './ProfileScreen.module.css';

const roleNames = { ADMIN: '管理者', TEACHER: '講師', STAFF: '担当者', STUDENT: '受講者' } satisfies Record<
  Role,
  string
>;

export interface ProfileScreenProps {
  userId: string;
  /** The user's name unless said otherwise. */
  title?: string;
}

export function ProfileScreen({ userId, title }: ProfileScreenProps) {
  const { data: user } = useSuspenseQuery(userQueries.detail(userId));
  const { data: progress } = useSuspenseQuery(progressQueries.detail(userId));
  return (
    <Stack gap="md">
      <PageTitle>{title ?? user.name}</PageTitle>
      <Card>
        <dl className={classes.facts}>
          <dt>氏名</dt>
          <dd>{user.name}</dd>
          <dt>ユーザー名</dt>
          <dd>{user.username}</dd>
          <dt>メール</dt>
          <dd>{user.email ?? '登録なし'}</dd>
          <dt>役割</dt>
          <dd>{roleNames[user.role]}</dd>
        </dl>
      </Card>
      <section aria-labelledby="progress-by-course">
        <h2 id="progress-by-course" className={classes.heading}>
          コースごとの進み
        </h2>
        {progress.courses.length === 0 && <EmptyState title="学習の記録はまだありません" />}
        <Stack gap="sm">
          {progress.courses.map(({ courseId, courseTitle, lessonCount, readLessons }) => (
            <Card key={courseId}>
              <Text fw={700}>{courseTitle}</Text>
              <Text size="sm" c="dimmed" mb={8}>
                {readLessons.length} / {lessonCount} レッスン読了
              </Text>
              <Meter label={`${courseTitle}の進み`} done={readLessons.length} all={lessonCount} />
            </Card>
          ))}
        </Stack>
      </section>
    </Stack>
  );
}
