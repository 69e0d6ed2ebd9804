/** A screen for whoever edits courses; others are let in by the route table, and told that there is nothing for them. */
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { useCan } from '@/queries/me';
import { EmptyState } from '@/ui/EmptyState';
import { LinkButton } from '@/ui/LinkButton';
import { PageTitle } from '@/ui/PageTitle';

export interface EditorsOnlyProps {
  title: string;
  children: ReactNode;
}

export function EditorsOnly({ title, children }: EditorsOnlyProps) {
  if (useCan('course.edit')) return children;
  return (
    <Stack gap="md">
      <PageTitle>{title}</PageTitle>
      <EmptyState title="この画面でできることはありません">
        <Text size="sm">コースの作成と編集は、担当者だけができます。</Text>
        <LinkButton to="/courses">コースを見る</LinkButton>
      </EmptyState>
    </Stack>
  );
}
