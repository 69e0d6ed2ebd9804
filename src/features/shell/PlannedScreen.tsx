/** A screen of the route table whose work is still to come: its title, and that it is not there yet. */
import { Stack } from '@mantine/core';

import { EmptyState } from '@/ui/EmptyState';
import { PageTitle } from '@/ui/PageTitle';

export function PlannedScreen({ title }: { title: string }) {
  return (
    <Stack gap="md">
      <PageTitle>{title}</PageTitle>
      <EmptyState title="この画面は準備中です" />
    </Stack>
  );
}
