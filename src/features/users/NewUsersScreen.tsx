/** The screen that adds users: one by one, or many by CSV. */
import { SegmentedControl, Stack } from '@mantine/core';
import { lazy, Suspense } from 'react';

import { screens } from '@/session/screens';
import { PageTitle } from '@/ui/PageTitle';
import { ScreenSkeleton } from '@/ui/ScreenSkeleton';

import { NewUserForm, type NewUserScreenProps } from './UserFormScreen';

import '@mantine/core/styles/SegmentedControl.layer.css';

const ImportUsers = lazy(() => import('./ImportUsers').then(({ ImportUsers: component }) => ({ default: component })));

export interface NewUsersScreenProps extends NewUserScreenProps {
  isByCsv: boolean;
  onByCsv: (isByCsv: boolean) => void;
}

export function NewUsersScreen({ isByCsv, onByCsv, ...form }: NewUsersScreenProps) {
  return (
    <Stack gap="lg">
      <PageTitle>{screens['/_app/_staff/users/new'].title}</PageTitle>
      <SegmentedControl
        aria-label="追加のしかた"
        data={[
          { value: 'form', label: '1人ずつ' },
          { value: 'csv', label: 'CSVでまとめて' },
        ]}
        value={isByCsv ? 'csv' : 'form'}
        onChange={(value) => onByCsv(value === 'csv')}
        maw="24em"
      />
      {isByCsv ? (
        <Suspense fallback={<ScreenSkeleton shape="text" />}>
          <ImportUsers companyId={form.companyId} />
        </Suspense>
      ) : (
        <NewUserForm {...form} />
      )}
    </Stack>
  );
}
