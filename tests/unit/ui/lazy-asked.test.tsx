/** Tests a component whose code is loaded when the user asks for it, and the case that the code cannot be loaded. */
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { CatchBoundary } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, startTransition, Suspense, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { CODE_MISSING, lazyAsked } from '@/ui/lazy-asked';
import { Toasts } from '@/ui/notices/Toasts';

afterEach(() => {
  cleanup();
  notifications.clean();
});

/** Renders a screen with a button that opens the lazily loaded component. */
function showScreen(load: () => Promise<ComponentType<{ title: string }>>): void {
  // console.error is silenced, because React logs caught errors.
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

test('fault: the code of an opened part cannot be loaded → a message says so, the rest is still shown, and a later press loads it', async () => {
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

test("an error thrown by a lazily loaded part reaches the screen's error boundary", async () => {
  showScreen(() =>
    Promise.resolve(() => {
      throw new Error('broken');
    }),
  );
  await press();
  await screen.findByText('画面のエラー');
  expect(screen.queryByRole('alert')).toBeNull();
});
