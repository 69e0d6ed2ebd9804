/** The breadcrumbs of a screen that failed. */
import { isNotFound } from '@tanstack/react-router';

import type { CurrentUser } from '@/api/users';
import { menuSectionOf, screenAt } from '@/session/screen-paths';

import { type Crumb, trailTo } from './crumbs';
import { describeError, NOT_FOUND } from './ErrorScreen';
import { menuEntries } from './menu-entries';

/**
 * Returns home, the menu entry that leads towards the screen, and the error's title.
 *
 * @param error with which the screen at `pathname` failed.
 */
export function errorTrail(error: unknown, pathname: string, me: CurrentUser): Crumb[] {
  const section = menuSectionOf(screenAt(pathname));
  const list = section && menuEntries(me).find(({ to }) => to.startsWith(section));
  const here = { label: isNotFound(error) ? NOT_FOUND : describeError(error, pathname).title, to: pathname };
  return [...trailTo('/_app/', me.role), ...(list && list.to !== pathname ? [list] : []), here];
}
