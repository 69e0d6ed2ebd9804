/** The account menu, with マイページ (my page) and ログアウト (sign out) only (specification §2). */
import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { startTransition, Suspense, useCallback, useRef, useState } from 'react';
import IconLogout from '~icons/logout';
import IconUser from '~icons/user';

import { countUnsent, isServerReachable, type Leaving, signOut, type Unsent } from '@/device/sign-out';
import { useMe } from '@/queries/me';
import { useOwner } from '@/queries/queue';
import { useBackCloses } from '@/ui/keys/use-back-closes';
import { lazyAsked } from '@/ui/lazy-asked';

import { AccountIcon } from './AccountIcon';

import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';

const LogoutDialog = lazyAsked(() => import('./LogoutDialog').then((module) => module.LogoutDialog));
const LogoutFailedDialog = lazyAsked(() => import('./LogoutFailedDialog').then((module) => module.LogoutFailedDialog));

/** The loaded account menu. It opens on mount, because the click that requested it came before it was loaded. */
export function AccountMenu() {
  const me = useMe();
  const owner = useOwner();
  const navigate = useNavigate();
  const [unsent, setUnsent] = useState<Unsent>();
  const [failed, setFailed] = useState<Leaving>();
  const [isOpen, setOpen] = useState(false);
  useBackCloses(() => setOpen(false), isOpen);
  // This button replaces the button that was pressed: this one takes over the focus, and gets the focus back when the
  // menu closes.
  const icon = useRef<HTMLButtonElement>(null);
  const takeOver = useCallback((button: HTMLButtonElement | null) => {
    icon.current = button;
    if (!button) return;
    button.focus();
    setOpen(true);
  }, []);

  /** Signs out, then restarts the app at the login screen. */
  async function leave(leaving: Leaving): Promise<void> {
    try {
      await signOut(owner, leaving);
      window.location.assign('/login');
    } catch {
      startTransition(() => {
        setUnsent(undefined);
        setFailed(leaving);
      });
    }
  }
  async function handleLogout(): Promise<void> {
    const [counted, isThere] = await Promise.all([countUnsent(owner), isServerReachable()]);
    const { waiting, refused, drafts, edits, courses } = counted;
    if (isThere && waiting + refused + drafts + edits + courses === 0) await leave('keep');
    else startTransition(() => setUnsent(counted));
  }
  /**
   * Closes the dialog and focuses the account button, because the menu entry that opened the dialog no longer exists.
   */
  function handleCancel(): void {
    setUnsent(undefined);
    setFailed(undefined);
    icon.current?.focus();
  }

  return (
    <>
      {/* No portal, so that the menu is inside the header landmark; no focus placeholder, because it is not a
          valid menu item. */}
      <Menu
        position="bottom-end"
        width={220}
        shadow="md"
        opened={isOpen}
        onChange={setOpen}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <AccountIcon ref={takeOver} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label translate="no">{me.name}</Menu.Label>
          <Menu.Item leftSection={<IconUser size={18} aria-hidden />} onClick={() => void navigate({ to: '/mypage' })}>
            マイページ
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => void handleLogout()}>
            ログアウト
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {unsent && <LogoutDialog unsent={unsent} onLeave={leave} onCancel={handleCancel} onMissing={handleCancel} />}
        {failed && (
          <LogoutFailedDialog onRetry={() => leave(failed)} onCancel={handleCancel} onMissing={handleCancel} />
        )}
      </Suspense>
    </>
  );
}
