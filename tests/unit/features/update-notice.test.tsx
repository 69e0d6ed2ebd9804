/** 「新しい版があります」: what the card says while the earlier version holds the change up. */
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';

import { tellUpdate } from '@/device/app-update';
import { UpdateNotice } from '@/features/shell/UpdateNotice';

vi.mock('@/queries/queue', () => ({ useSyncState: () => ({ kind: 'idle' }) }));
vi.mock('@/features/shell/use-calm', () => ({ useCalm: () => true }));

afterEach(cleanup);

test('fault: what the earlier version sends holds the change up → it is said, and can be tried again', async () => {
  const change = vi.fn<() => Promise<void>>(() => Promise.resolve());
  tellUpdate('waiting', change);
  render(
    <MantineProvider>
      <UpdateNotice update="waiting" onLater={() => undefined} />
    </MantineProvider>,
  );
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('button', { name: '更新する' }));
  expect(await screen.findByText(/まだ更新できませんでした/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '更新する' }));
  expect(change).toHaveBeenCalledTimes(2);
});
