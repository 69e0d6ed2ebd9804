/** The content of an empty screen or list: a title and what to do. */
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './EmptyState.module.css';

export interface EmptyStateProps {
  title: string;
  children?: ReactNode;
}

export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <Stack className={`${classes.box} border-dashed rounded-lg c-muted text-center`} gap={8} align="center">
      <Text fw={700}>{title}</Text>
      {children}
    </Stack>
  );
}
