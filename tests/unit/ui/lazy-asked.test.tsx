/** A part that somebody asks for, and its code that cannot be had. */
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { CatchBoundary } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, startTransition, Suspense, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { CODE_MISSING, lazyAsked } from '@/ui/lazy-asked';
import { Toasts } from '@/ui/Toasts';

afterEach(() => {
  cleanup();
  notifications.clean();
});

/** A screen with a button that opens the part. */
function showScreen(load: () => Promise<ComponentType<{ title: string }>>): void {
  // Where React tells of what was caught.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const Asked = lazyAsked(load);
  function Screen() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <input aria-label="書きかけ" />
        <button type="button" onClick={() => startTransition(() => setOpen(true))}>
          開く
        </button>
        <Suspense>{isOpen && <Asked title="さがす" onMissing={() => setOpen(false)} />}</Suspense>
      </>
    );
  }
  render(
    <MantineProvider>
      <Toasts />
      <CatchBoundary getResetKey={() => ''} errorComponent={() => <p>画面のエラー</p>}>
        <Screen />
      </CatchBoundary>
    </MantineProvider>,
  );
  fireEvent.change(screen.getByLabelText('書きかけ'), { target: { value: '書いた' } });
}

const press = () => act(async () => fireEvent.click(screen.getByRole('button', { name: '開く' })));

test('fault: its code cannot be had → that is said, the screen stays as it is, and a later press has it', async () => {
  const load = vi
    .fn<() => Promise<ComponentType<{ title: string }>>>()
    .mockRejectedValue(new Error('Loading chunk failed'));
  showScreen(load);
  await press();
  expect((await screen.findByRole('alert')).textContent).toBe(CODE_MISSING);
  expect(screen.getByLabelText<HTMLInputElement>('書きかけ').value).toBe('書いた');

  notifications.clean();
  await press();
  expect((await screen.findByRole('alert')).textContent).toBe(CODE_MISSING);

  load.mockResolvedValue(({ title }) => <h2>{title}</h2>);
  await press();
  await screen.findByRole('heading', { name: 'さがす' });
  expect(screen.getByLabelText<HTMLInputElement>('書きかけ').value).toBe('書いた');
});

test('an error of its own is the screen’s', async () => {
  showScreen(() =>
    Promise.resolve(() => {
      throw new Error('broken');
    }),
  );
  await press();
  await screen.findByText('画面のエラー');
  expect(screen.queryByRole('alert')).toBeNull();
});
