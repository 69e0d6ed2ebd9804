/** The trail of a screen that cannot be shown: the list that it belongs to, and what stands there instead. */
import { isNotFound } from '@tanstack/react-router';

import type { User } from '@/api/users';

import { type Crumb, homeCrumb } from './crumbs';
import { describeError, NOT_FOUND } from './ErrorScreen';
import { menuEntries } from './SideMenu';

/** @param error what the screen at `pathname` has failed with. */
export function failedCrumbs(error: unknown, pathname: string, me: User): Crumb[] {
  const [room, ofPeople] = /^\/(?:courses|lessons|sections|question|(users|companies))\//.exec(pathname) ?? [];
  const list = room && menuEntries(me).find(({ to }) => to.startsWith(ofPeople ? '/companies' : '/courses'));
  const here = { label: isNotFound(error) ? NOT_FOUND : describeError(error, pathname).title, to: pathname };
  return [homeCrumb, ...(list && list.to !== pathname ? [list] : []), here];
}
