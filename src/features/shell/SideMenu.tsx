/** The side menu: what a role finds where; icons only while collapsed (specification §2). */
import { Link, useRouterState } from '@tanstack/react-router';

import type { User } from '@/api/users';
import { useAbility } from '@/queries/abilities';
import { useMe } from '@/queries/me';
import { can } from '@/session/roles';
import { IconBook, IconBuilding, IconClock, IconHome, IconMessages, IconUsers } from '@/ui/icons';

import classes from './SideMenu.module.css';

interface Entry {
  label: string;
  Icon: typeof IconHome;
  to: string;
}

/** The entries a user sees, in the specification's order. @param hasAudit the server has the ability `audit`. */
export function menuEntries({ role, companyId }: Pick<User, 'role' | 'companyId'>, hasAudit: boolean): Entry[] {
  const entries: Entry[] = [
    { label: 'ホーム', Icon: IconHome, to: '/' },
    { label: role === 'STUDENT' ? 'コース' : 'コース管理', Icon: IconBook, to: '/courses' },
  ];
  if (can(role, 'community.menu')) entries.push({ label: 'コミュニティ', Icon: IconMessages, to: '/community' });
  if (can(role, 'own-company.menu') && companyId) {
    entries.push({ label: 'ユーザー情報', Icon: IconUsers, to: `/companies/${companyId}` });
  }
  if (can(role, 'company.list')) entries.push({ label: '企業情報', Icon: IconBuilding, to: '/companies' });
  if (hasAudit && can(role, 'audit.read')) entries.push({ label: '操作の記録', Icon: IconClock, to: '/audit' });
  return entries;
}

/** Where a screen belongs whose path does not begin as its entry's does. */
const rooms: Readonly<Record<string, string>> = {
  lessons: '/courses',
  sections: '/courses',
  question: '/courses',
  users: '/companies',
};

export function SideMenu({ isExpanded }: { isExpanded: boolean }) {
  const me = useMe();
  const hasAudit = useAbility('audit');
  const room = useRouterState({ select: ({ location }) => rooms[location.pathname.split('/')[1] ?? ''] });
  return (
    <nav aria-label="メインメニュー">
      <ul className={classes.list}>
        {menuEntries(me, hasAudit).map(({ label, Icon, to }) => (
          <li key={label}>
            <Link
              to={to}
              className={classes.entry}
              aria-current={room && to.startsWith(room) ? 'true' : undefined}
              activeOptions={{ exact: to === '/' }}
              title={isExpanded ? undefined : label}
              aria-label={label}
            >
              <Icon size={22} stroke={1.8} aria-hidden />
              {isExpanded && <span>{label}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
