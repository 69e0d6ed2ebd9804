/** The breadcrumb trail; on a phone it shrinks to the parent. Also sets the document's title. */
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

import { useService } from '@/queries/info';
import { useMe } from '@/queries/me';
import { IconChevronLeft } from '@/ui/icons';

import type { Crumb } from './crumbs';
import { failedCrumbs } from './failed-crumbs';

import classes from './Breadcrumbs.module.css';

/** The trail that the deepest route's loader (or its static data) gives; of what cannot be shown, one of its own. */
function useCrumbs(): readonly Crumb[] {
  const me = useMe();
  const match = useRouterState({ select: ({ matches }) => matches.at(-1) });
  const failed = useRouterState({ select: ({ matches }) => matches.find(({ error }) => error) });
  if (match && failed) return failedCrumbs(failed.error, match.pathname, me);
  const loaded = match?.loaderData as { crumbs?: readonly Crumb[] } | undefined;
  return loaded?.crumbs ?? match?.staticData.crumbs ?? [];
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
          <li key={crumb.to}>
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
            <span>{parent.label}</span>
          </Link>
        ) : (
          <span className={classes.home}>{current?.label}</span>
        )}
      </div>
    </nav>
  );
}
