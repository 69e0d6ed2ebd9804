/** The breadcrumb trail; on a phone it shrinks to the parent. Also sets the document's title. */
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

import { IconChevronLeft } from '@/ui/icons';

import type { Crumb } from './crumbs';

import classes from './Breadcrumbs.module.css';

const SERVICE_NAME = 'まなびば';

/** The trail that the deepest route's loader (or its static data) gives. */
function useCrumbs(): readonly Crumb[] {
  return useRouterState({
    select: (state) => {
      const match = state.matches.at(-1);
      const loaded = match?.loaderData as { crumbs?: readonly Crumb[] } | undefined;
      return loaded?.crumbs ?? match?.staticData.crumbs ?? [];
    },
  });
}

export function Breadcrumbs() {
  const crumbs = useCrumbs();
  const current = crumbs.at(-1);
  const parent = crumbs.at(-2);

  useEffect(() => {
    document.title = current && current.to !== '/' ? `${current.label} | ${SERVICE_NAME}` : SERVICE_NAME;
  }, [current]);

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
