/** The layout of the signed-in area: top bar, side menu, content (specification §2). */
import { FocusTrap } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';

import { Toasts } from '@/ui/Toasts';

import { SideMenu } from './SideMenu';
import { TopBar } from './TopBar';
import { useMenuState } from './use-menu-state';
import { usePathChange } from './use-path-change';

import classes from './AppLayout.module.css';

/** Below this the menu lies over the page instead of beside it. */
const PHONE_QUERY = '(max-width: 47.99em)';

export function AppLayout({ children }: { children: ReactNode }) {
  const isPhone = useMediaQuery(PHONE_QUERY, globalThis.matchMedia(PHONE_QUERY).matches, {
    getInitialValueInEffect: false,
  });
  const [isExpanded, setExpanded] = useMenuState();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  usePathChange(() => setDrawerOpen(false));
  useHotkeys([['Escape', () => setDrawerOpen(false)]]);

  const isMenuOpen = isPhone ? isDrawerOpen : isExpanded;
  const toggleMenu = () => (isPhone ? setDrawerOpen(!isDrawerOpen) : setExpanded(!isExpanded));

  return (
    <div className={classes.layout} data-menu={isMenuOpen ? 'open' : 'collapsed'}>
      <a className={classes.skip} href="#main">
        本文へ移動
      </a>
      <TopBar isMenuOpen={isMenuOpen} onToggleMenu={toggleMenu} />
      <FocusTrap active={isPhone && isDrawerOpen}>
        <div className={classes.side} id="side-menu">
          <SideMenu isExpanded={isMenuOpen} />
        </div>
      </FocusTrap>
      {isPhone && isDrawerOpen && (
        <button type="button" className={classes.overlay} onClick={toggleMenu} aria-label="メニューを閉じる" />
      )}
      <Toasts />
      <main className={classes.content} id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
