/** The breadcrumb trail; on a phone it is shortened to the parent. Also sets the document's title. */
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

import { useService } from '@/queries/info';
import { useMe } from '@/queries/me';
import { screenIds, screenOf } from '@/session/screens';
import { IconChevronLeft } from '@/ui/icons';

import { type Crumb, trailTo } from './crumbs';
import { errorTrail } from './error-trail';

import classes from './Breadcrumbs.module.css';

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

export function Breadcrumbs() {
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
