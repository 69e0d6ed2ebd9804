/** The side menu: lists the screens for the user's role; shows only icons while collapsed (specification §2). */
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';

import { infoQueries } from '@/queries/info';
import { useMe } from '@/queries/me';
import type { MenuIcon } from '@/session/screen';
import { menuSectionOf, screenAt } from '@/session/screen-paths';
import {
  IconBook,
  IconBuilding,
  IconClock,
  IconDatabase,
  IconHome,
  IconMessages,
  IconTrash,
  IconUsers,
} from '@/ui/icons';

import { menuEntries } from './menu-entries';

import classes from './SideMenu.module.css';

const icons: Readonly<Record<MenuIcon, typeof IconHome>> = {
  book: IconBook,
  building: IconBuilding,
  clock: IconClock,
  database: IconDatabase,
  home: IconHome,
  messages: IconMessages,
  trash: IconTrash,
  users: IconUsers,
};

export function SideMenu({ isExpanded }: { isExpanded: boolean }) {
  const me = useMe();
  const { data: info } = useQuery(infoQueries.general());
  const section = useRouterState({ select: ({ location }) => menuSectionOf(screenAt(location.pathname)) });
  return (
    <nav aria-label="メインメニュー">
      <ul className={classes.list}>
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
