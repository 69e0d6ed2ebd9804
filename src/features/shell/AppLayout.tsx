/** The layout of the signed-in area: top bar, side menu, content (specification §2). */
import { FocusTrap } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { unsavedFields } from '@/api/unsaved-fields';
import { Toasts } from '@/ui/Toasts';

import { SideMenu } from './SideMenu';
import { SideTools } from './SideTools';
import { TopBar } from './TopBar';
import { useKeptFocus } from './use-kept-focus';
import { useMenuState } from './use-menu-state';
import { usePathChange } from './use-path-change';

import classes from './AppLayout.module.css';

/** Names each field that the server does not store in a toast, once per page load. Without the toast's code a save is not affected. */
function useUnsavedFieldsToast(): void {
  useEffect(() => {
    const named = new Set<string>();
    return unsavedFields.subscribe((names) => {
      const added = names.filter((name) => !named.has(name));
      for (const name of added) named.add(name);
      if (added.length > 0)
        void import('./unsaved-fields-toast').then((code) => code.showUnsavedFields(added)).catch(() => undefined);
    });
  }, []);
}

/** In windows below 900 px the menu starts collapsed, and covers the page while it is open. */
const NARROW_QUERY = '(max-width: 56.24em)';

export interface AppLayoutProps {
  children: ReactNode;
  /** The sync indicator, shown in the top bar beside the account. */
  status?: ReactNode;
  /** A notice shown beside the content, such as a new version of the app. */
  notice?: ReactNode;
}

export function AppLayout({ children, status, notice }: AppLayoutProps) {
  const isNarrow = useMediaQuery(NARROW_QUERY, globalThis.matchMedia(NARROW_QUERY).matches, {
    getInitialValueInEffect: false,
  });
  const [isExpanded, setExpanded] = useMenuState();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  usePathChange(() => setDrawerOpen(false));
  useKeptFocus();
  useUnsavedFieldsToast();
  const openerRef = useRef<Element>(null);

  function openDrawer() {
    openerRef.current = document.activeElement;
    setDrawerOpen(true);
  }
  function closeDrawer() {
    if (isDrawerOpen && openerRef.current instanceof HTMLElement) openerRef.current.focus();
    setDrawerOpen(false);
  }
  // Keep the default of Escape, because it also closes the browser's own dialogs.
  useHotkeys([['Escape', closeDrawer, { preventDefault: false }]]);

  const isMenuOpen = isNarrow ? isDrawerOpen : isExpanded;
  const toggleDrawer = isDrawerOpen ? closeDrawer : openDrawer;
  const toggleMenu = isNarrow ? toggleDrawer : () => setExpanded(!isExpanded);

  return (
    <div className={classes.layout} data-menu={isMenuOpen ? 'open' : 'collapsed'}>
      <a className={classes.skip} href="#main">
        本文へ移動
      </a>
      <TopBar isMenuOpen={isMenuOpen} onToggleMenu={toggleMenu} status={status} />
      <FocusTrap active={isNarrow && isDrawerOpen}>
        <div className={classes.side} id="side-menu">
          <SideMenu isExpanded={isMenuOpen} />
          <SideTools isExpanded={isMenuOpen} onOpen={closeDrawer} />
        </div>
      </FocusTrap>
      {isNarrow && isDrawerOpen && (
        <button type="button" className={classes.overlay} onClick={toggleMenu} aria-label="メニューを閉じる" />
      )}
      <Toasts />
      <main className={classes.content} id="main" tabIndex={-1}>
        {children}
      </main>
      {notice}
    </div>
  );
}
