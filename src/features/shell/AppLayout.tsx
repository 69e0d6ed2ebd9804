/** The layout of the signed-in area: top bar, side menu, content (specification §2). */
import { FocusTrap, UnstyledButton } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState, startTransition, Suspense, useEffectEvent } from 'react';
import IconBook2 from '~icons/book-2';
import IconBuilding from '~icons/building';
import IconClock from '~icons/clock';
import IconDatabase from '~icons/database';
import IconHome from '~icons/home';
import IconKeyboard from '~icons/keyboard';
import IconMessages from '~icons/messages';
import IconTextSize from '~icons/text-size';
import IconTrash from '~icons/trash';
import IconUsers from '~icons/users';

import { unsavedFields } from '@/api/network/unsaved-fields';
import { useStoredItem } from '@/device/use-local-storage';
import { infoQueries } from '@/queries/info';
import { useMe } from '@/queries/me';
import type { MenuIcon } from '@/session/screen';
import { menuSectionOf, screenAt } from '@/session/screen-paths';
import { useDisplaySettings } from '@/ui/display/display-settings';
import { findPlace } from '@/ui/find-place';
import { isOfInputMethod } from '@/ui/keys/input-method';
import { useReturnFocus } from '@/ui/keys/use-return-focus';
import { lazyAsked } from '@/ui/lazy-asked';
import { Toasts } from '@/ui/notices/Toasts';

import '@/ui/utilities.css';

import { menuEntries } from './menu-entries';
import { TopBar } from './TopBar';
import { useKeptFocus } from './use-kept-focus';

import classes from './AppLayout.module.css';

/**
 * Names each field that the server does not store in a toast, once per page load. Without the toast's code a save is
 * not affected.
 */
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
      <a className={`${classes.skip} no-print`} href="#main">
        本文へ移動
      </a>
      <TopBar isMenuOpen={isMenuOpen} onToggleMenu={toggleMenu} status={status} />
      <FocusTrap active={isNarrow && isDrawerOpen}>
        <div className={`${classes.side} no-print flex flex-column bg-surface`} id="side-menu">
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

/**
 * The bottom of the side menu: display settings, and the list of shortcuts if there is a keyboard; their dialogs are
 * loaded on first use.
 */
const DisplayPanel = lazyAsked(() => import('@/ui/display/DisplayPanel').then((module) => module.DisplayPanel));
const KeyHelpDialog = lazyAsked(() => import('./KeyHelpDialog').then((module) => module.KeyHelpDialog));

interface ToolProps {
  label: string;
  Icon: typeof IconKeyboard;
  isExpanded: boolean;
  className?: string;
  onClick: () => void;
}

function Tool({ label, Icon, isExpanded, className = '', onClick }: ToolProps) {
  return (
    <UnstyledButton
      className={`${classes.tool} ${className}`}
      aria-label={label}
      aria-haspopup="dialog"
      title={isExpanded ? undefined : label}
      onClick={onClick}
    >
      <Icon size={22} stroke={1.8} aria-hidden />
      {isExpanded && <span>{label}</span>}
    </UnstyledButton>
  );
}

interface SideToolsProps {
  isExpanded: boolean;
  /** Called when a dialog opens, so that the drawer closes. */
  onOpen: () => void;
}

function SideTools({ isExpanded, onOpen }: SideToolsProps) {
  const [dialog, setDialog] = useState<'display' | 'keys'>();
  useReturnFocus(dialog !== undefined);
  const show = (wanted: typeof dialog) => startTransition(() => setDialog(wanted));
  useHelpKey(() => show('keys'));
  const open = (wanted: typeof dialog) => {
    onOpen();
    show(wanted);
  };
  const close = () => setDialog(undefined);
  return (
    <div className={`${classes.tools} grid gap-4 border-top`}>
      <Tool label="表示設定" Icon={IconTextSize} isExpanded={isExpanded} onClick={() => open('display')} />
      <Tool
        label="キー操作"
        Icon={IconKeyboard}
        isExpanded={isExpanded}
        className={classes.forKeyboards}
        onClick={() => open('keys')}
      />
      <Suspense>
        {dialog === 'display' && <DisplayPanel onClose={close} onMissing={close} />}
        {dialog === 'keys' && <KeyHelpDialog onClose={close} onMissing={close} />}
      </Suspense>
    </div>
  );
}

// The keyboard shortcut `?`, which opens the list of shortcuts, except in text fields.

/** Elements in which `?` is typed as text. */
const WRITING = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

function isWriting(event: KeyboardEvent): boolean {
  return isOfInputMethod(event) || (event.target instanceof Element && event.target.closest(WRITING) !== null);
}

/**
 * Calls back when `?` is pressed, except in a text field, during a composition, while a dialog is open, and where
 * shortcuts of one key are off.
 */
function useHelpKey(onHelp: () => void): void {
  const handleHelp = useEffectEvent(onHelp);
  const { singleKeys } = useDisplaySettings();
  useEffect(() => {
    if (!singleKeys) return undefined;
    function handleKey(event: KeyboardEvent) {
      // Japanese input may produce the full-width question mark.
      if ((event.key !== '?' && event.key !== '？') || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || isWriting(event) || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      handleHelp();
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [singleKeys]);
}

const icons: Readonly<Record<MenuIcon, typeof IconHome>> = {
  book: IconBook2,
  building: IconBuilding,
  clock: IconClock,
  database: IconDatabase,
  home: IconHome,
  messages: IconMessages,
  trash: IconTrash,
  users: IconUsers,
};

/** The side menu: lists the screens for the user's role; shows only icons while collapsed (specification §2). */
function SideMenu({ isExpanded }: { isExpanded: boolean }) {
  const me = useMe();
  const { data: info } = useQuery(infoQueries.general());
  const section = useRouterState({ select: ({ location }) => menuSectionOf(screenAt(location.pathname)) });
  return (
    <nav aria-label="メインメニュー">
      <ul className={`${classes.list} grid gap-4 m-0 list-none`}>
        {menuEntries(me, info).map(({ label, icon, to }) => {
          const Icon = icons[icon];
          return (
            <li key={label}>
              <Link
                to={to}
                className={classes.entry}
                aria-current={section && to.startsWith(section) ? 'true' : undefined}
                activeOptions={{ exact: to === '/' }}
                title={isExpanded ? undefined : label}
                aria-label={label}
              >
                <Icon size={22} stroke={1.8} aria-hidden />
                {isExpanded && <span>{label}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

// The expanded state of the side menu, stored on the device.

/** Returns the state and its setter; expanded by default. */
function useMenuState(): [isExpanded: boolean, setExpanded: (isExpanded: boolean) => void] {
  const [state, keep] = useStoredItem('manabiba-menu');
  return [state !== 'collapsed', (isExpanded) => keep(isExpanded ? 'open' : 'collapsed')];
}

// On every path change, scrolls to the top or to the URL's hash, focuses the title, and calls back.

/**
 * Scrolls to the URL's hash or the top. Focuses the first field of a new form, else the title; not if the focus has
 * moved since the screen was rendered, because the user has then begun to type.
 */
function goToTitle(hash: string, focused: Element | null): void {
  const place = findPlace(hash);
  if (place) place.scrollIntoView();
  else window.scrollTo(0, 0);
  const find = (selector: string) => document.querySelector<HTMLElement>(`main ${selector}`);
  // `useKeptFocus` may have given the title the focus that the screen before has left.
  const hasMoved = ![focused, document.body, find('h1')].includes(document.activeElement);
  if (!hasMoved) (find('[data-autofocus]') ?? find('h1'))?.focus({ preventScroll: true });
}

/**
 * Calls back after the new screen is rendered; the first screen of a document is not a path change (specification §2).
 */
function usePathChange(onPathChange: () => void): void {
  const router = useRouter();
  const handleChange = useEffectEvent(onPathChange);
  // Turn off the browser's own scroll restoration, because on back it would scroll to the previous position.
  useEffect(() => {
    window.history.scrollRestoration = 'manual';
  }, []);
  useEffect(() => {
    let frame = 0;
    const stop = router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
      if (!pathChanged || !fromLocation) return;
      cancelAnimationFrame(frame);
      // Scroll in the next frame, because scrolling now would force a layout in the task that has just rendered the
      // screen. With a hash or a search match, scroll at once, before the target or the match is rendered and scrolled
      // into view.
      const { hash, state } = toLocation;
      const focused = document.activeElement;
      if (hash || state.find) goToTitle(hash, focused);
      else frame = requestAnimationFrame(() => goToTitle(hash, focused));
      handleChange();
    });
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [router]);
}
