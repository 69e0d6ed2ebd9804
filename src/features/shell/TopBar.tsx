/** The top bar: menu button, logo, breadcrumbs, search, account menu. */
import { ActionIcon } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouterState, isNotFound } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, startTransition, Suspense, useEffect, useRef, useState } from 'react';
import IconChevronLeft from '~icons/chevron-left';
import IconMenu2 from '~icons/menu-2';
import IconSearch from '~icons/search';

import type { CurrentUser } from '@/api/users';
import { useService } from '@/queries/info';
import { useMe } from '@/queries/me';
import { menuSectionOf, screenAt } from '@/session/screen-paths';
import { screenIds, screenOf } from '@/session/screens';
import { browser } from '@/storage/browser';
import { ariaCommand, useCommandKey } from '@/ui/keys/command-key';
import { focusOnMount } from '@/ui/keys/form-focus';
import { isOfInputMethod } from '@/ui/keys/input-method';
import { lazyAsked } from '@/ui/lazy-asked';

import { AccountIcon } from './AccountIcon';
import { type Crumb, trailTo } from './crumbs';
import { describeError, NOT_FOUND } from './ErrorScreen';
import { menuEntries } from './menu-entries';

import classes from './TopBar.module.css';

const SearchDialog = lazyAsked(() => import('./search/SearchDialog').then((module) => module.SearchDialog));

/** Delay, in ms, before lessons are indexed for the search: by then the screen has usually loaded. */
const READ_IN_AFTER_MS = 9000;

/** Indexes the lessons on the device before the first search. Without a service worker the device holds no lessons. */
function useReadingIn(): void {
  const client = useQueryClient();
  useEffect(() => {
    const timer = setTimeout(() => {
      if (browser.navigator?.serviceWorker?.controller)
        import('./search/read-in-when-idle').then(
          (module) => module.readInWhenIdle(client),
          () => undefined,
        );
    }, READ_IN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [client]);
}

/**
 * `coming`: the dialog is loading and an invisible field catches the keys, which also opens a phone's keyboard; `open`:
 * the dialog has the focus.
 */
type Stage = 'closed' | 'coming' | 'open';

/** The search button in the top bar, also opened by Ctrl/⌘+K; the dialog is loaded on first use. */
function SearchButton() {
  useReadingIn();
  const [stage, setStage] = useState<Stage>('closed');
  const [openCount, setOpenCount] = useState(0);
  const [query, setQuery] = useState('');
  const opener = useRef<Element>(null);
  const open = () => {
    if (stage !== 'closed') return;
    opener.current = document.activeElement;
    setQuery('');
    setStage('coming');
    startTransition(() => setOpenCount((count) => count + 1));
  };
  const close = () => {
    setStage('closed');
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  };
  const handleKey = ({ key, nativeEvent }: KeyboardEvent) => {
    // During a composition, Escape belongs to the input method.
    if (key === 'Escape' && !isOfInputMethod(nativeEvent)) close();
  };
  useCommandKey('k', open);
  return (
    <>
      <ActionIcon aria-label="さがす" aria-keyshortcuts={ariaCommand('K')} onClick={open} color="gray">
        <IconSearch size={21} aria-hidden />
      </ActionIcon>
      {stage === 'coming' && (
        <input
          ref={focusOnMount}
          className={classes.ahead}
          aria-label="さがす言葉"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={handleKey}
        />
      )}
      <Suspense>
        {openCount > 0 && (
          <SearchDialog
            openCount={openCount}
            isWanted={stage !== 'closed'}
            query={query}
            onQueryChange={setQuery}
            // A dialog that was cancelled while loading takes the focus once more as it closes, so close it again.
            onFocus={() => (stage === 'closed' ? close() : setStage('open'))}
            onClose={close}
            onMissing={() => {
              close();
              setOpenCount(0);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

export interface TopBarProps {
  isMenuOpen: boolean;
  onToggleMenu: () => void;
  /** The sync indicator, shown beside the account. */
  status?: ReactNode;
}

export function TopBar({ isMenuOpen, onToggleMenu, status }: TopBarProps) {
  const { serviceName } = useService();
  return (
    <header className={`${classes.bar} no-print`}>
      <ActionIcon
        aria-label={isMenuOpen ? 'メニューをたたむ' : 'メニューを開く'}
        aria-expanded={isMenuOpen}
        aria-controls="side-menu"
        onClick={onToggleMenu}
        color="gray"
      >
        <IconMenu2 size={22} aria-hidden />
      </ActionIcon>
      <Link to="/" className={classes.logo} translate="no" aria-label={`${serviceName} ホーム`} title={serviceName}>
        <img src="/logo.webp" width={32} height={32} alt="" />
        <span>{serviceName}</span>
      </Link>
      <Breadcrumbs />
      <SearchButton />
      {status}
      <AccountButton />
    </header>
  );
}

/**
 * Returns the trail from the deepest route's loader, else the one from the table of screens; for a screen that failed,
 * the trail that ends with the error's title.
 */
function useCrumbs(): readonly Crumb[] {
  const me = useMe();
  const match = useRouterState({ select: ({ matches }) => matches.at(-1) });
  const failed = useRouterState({ select: ({ matches }) => matches.find(({ error }) => error) });
  if (match && failed) return errorTrail(failed.error, match.pathname, me);
  const loaded = match?.loaderData as { crumbs?: readonly Crumb[] } | undefined;
  if (loaded?.crumbs) return loaded.crumbs;
  const id = match && screenIds.find((each) => each === match.routeId);
  return id && screenOf(id).title && screenOf(id).trail !== 'loaded' ? trailTo(id, me.role) : [];
}

/** The breadcrumb trail; on a phone it is shortened to the parent. Also sets the document's title. */
function Breadcrumbs() {
  const { serviceName } = useService();
  const crumbs = useCrumbs();
  const current = crumbs.at(-1);
  const parent = crumbs.at(-2);
  const title = current && current.to !== '/' ? `${current.label} | ${serviceName}` : serviceName;

  useEffect(() => {
    document.title = title;
  }, [title]);

  return (
    <nav className={`${classes.nav} flex-1 min-w-0 c-muted text-sm`} aria-label="パンくずリスト">
      <ol className={`${classes.trail} plain-list flex overflow-hidden nowrap`}>
        {crumbs.map((crumb, index) => (
          <li key={crumb.to} translate={crumb.isName ? 'no' : undefined}>
            {index === crumbs.length - 1 ? (
              <span aria-current="page">{crumb.label}</span>
            ) : (
              <Link to={crumb.to}>{crumb.label}</Link>
            )}
          </li>
        ))}
      </ol>
      <div className={classes.parent}>
        {parent ? (
          <Link to={parent.to}>
            <IconChevronLeft size={18} aria-hidden />
            <span translate={parent.isName ? 'no' : undefined}>{parent.label}</span>
          </Link>
        ) : (
          <span className={classes.home} translate={current?.isName ? 'no' : undefined}>
            {current?.label}
          </span>
        )}
      </div>
    </nav>
  );
}

// The breadcrumbs of a screen that failed.

/**
 * Returns home, the menu entry that leads towards the screen, and the error's title.
 *
 * @param error with which the screen at `pathname` failed.
 */
function errorTrail(error: unknown, pathname: string, me: CurrentUser): Crumb[] {
  const section = menuSectionOf(screenAt(pathname));
  const list = section && menuEntries(me).find(({ to }) => to.startsWith(section));
  const here = { label: isNotFound(error) ? NOT_FOUND : describeError(error, pathname).title, to: pathname };
  return [...trailTo('/_app/', me.role), ...(list && list.to !== pathname ? [list] : []), here];
}

const loadMenu = () => import('./AccountMenu');
const AccountMenu = lazyAsked(() => loadMenu().then((module) => module.AccountMenu));
/** Preloads the menu; a failure is ignored here and reported when the menu is opened. */
const loadAhead = () => void loadMenu().catch(() => undefined);

/** The account button. Its menu is loaded on first use and then replaces the button. */
function AccountButton() {
  const [isWanted, setWanted] = useState(false);
  return (
    <Suspense>
      {isWanted ? (
        <AccountMenu onMissing={() => setWanted(false)} />
      ) : (
        <AccountIcon
          aria-expanded={false}
          onClick={() => startTransition(() => setWanted(true))}
          onPointerEnter={loadAhead}
          onFocus={loadAhead}
        />
      )}
    </Suspense>
  );
}
