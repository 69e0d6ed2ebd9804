/** The top bar: menu button, logo, breadcrumbs, search, account menu. */
import { ActionIcon } from '@mantine/core';
import { Link, useRouterState, isNotFound } from '@tanstack/react-router';
import { type ReactNode, useEffect, startTransition, Suspense, useState } from 'react';

import type { CurrentUser } from '@/api/users';
import { useService } from '@/queries/info';
import { useMe } from '@/queries/me';
import { menuSectionOf, screenAt } from '@/session/screen-paths';
import { screenIds, screenOf } from '@/session/screens';
import { IconMenu, IconChevronLeft } from '@/ui/icons';
import { lazyAsked } from '@/ui/lazy-asked';

import { AccountIcon } from './AccountIcon';
import { type Crumb, trailTo } from './crumbs';
import { describeError, NOT_FOUND } from './ErrorScreen';
import { menuEntries } from './menu-entries';
import { SearchButton } from './SearchButton';

import classes from './TopBar.module.css';

export interface TopBarProps {
  isMenuOpen: boolean;
  onToggleMenu: () => void;
  /** The sync indicator, shown beside the account. */
  status?: ReactNode;
}

export function TopBar({ isMenuOpen, onToggleMenu, status }: TopBarProps) {
  const { serviceName } = useService();
  return (
    <header className={classes.bar}>
      <ActionIcon
        aria-label={isMenuOpen ? 'メニューをたたむ' : 'メニューを開く'}
        aria-expanded={isMenuOpen}
        aria-controls="side-menu"
        onClick={onToggleMenu}
        color="gray"
      >
        <IconMenu size={22} aria-hidden />
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
 * Returns the trail from the deepest route's loader, else the one from the table of screens; for a screen that failed, the trail that
 * ends with the error's title.
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
    <nav className={classes.nav} aria-label="パンくずリスト">
      <ol className={classes.trail}>
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
