/**
 * Wraps a screen for users who may edit courses. Other users may open the URL (specification §2), and see a message
 * that the screen is not for them.
 */
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { useCan } from '@/queries/me';
import { type ScreenId, screenOf } from '@/session/screens';
import { EmptyState } from '@/ui/EmptyState';
import { LinkButton } from '@/ui/LinkButton';
import { PageTitle } from '@/ui/PageTitle';

export interface EditorsOnlyProps {
  screen: ScreenId;
  children: ReactNode;
}

export function EditorsOnly({ screen, children }: EditorsOnlyProps) {
  if (useCan('course.edit')) return children;
  return (
    <Stack gap="md">
      <PageTitle>{screenOf(screen).title}</PageTitle>
      <EmptyState title="この画面でできることはありません">
        <Text size="sm">コースの追加と編集は、担当者だけができます。</Text>
        <LinkButton to="/courses">コースを見る</LinkButton>
      </EmptyState>
    </Stack>
  );
}
