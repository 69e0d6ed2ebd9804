/** Makes a course required of the selected learners by a date. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { MAX_ASSIGNED_USERS } from '@/api/assignments';
import { AssignmentForm } from '@/features/companies/AssignmentForm';
import { courseQueries } from '@/queries/courses';

import type { PanelProps } from './bulk-panels';

export function AssignPanel({ people, onClose }: PanelProps) {
  const { data: courses = [] } = useQuery(courseQueries.list());
  const userIds = people.filter(({ role }) => role === 'STUDENT').map(({ id }) => id);
  if (userIds.length === 0) return <Text size="sm">選んだ中に受講者がいません。</Text>;
  if (userIds.length > MAX_ASSIGNED_USERS) {
    return (
      <Text size="sm">
        人を選んで必修にできるのは{MAX_ASSIGNED_USERS}名までです。企業の全員なら、企業の画面で必修を追加してください。
      </Text>
    );
  }
  return (
    <>
      <Text size="sm">受講者{userIds.length}名の必修にします。</Text>
      <AssignmentForm
        courses={courses.filter(({ status }) => status === 'published')}
        target={{ userIds }}
        assignment={undefined}
        addedWords={`${userIds.length}名の必修にしました`}
        onSaved={onClose}
        onCancel={onClose}
      />
    </>
  );
}
