/** The side menu: what a role finds where; icons only while collapsed (specification §2). */
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';

import type { Info } from '@/api/info';
import type { User } from '@/api/users';
import { infoQueries } from '@/queries/info';
import { useMe } from '@/queries/me';
import { capabilitiesOf } from '@/session/capabilities';
import { can } from '@/session/roles';
import { IconBook, IconBuilding, IconClock, IconDatabase, IconHome, IconMessages, IconUsers } from '@/ui/icons';

import classes from './SideMenu.module.css';

interface Entry {
  label: string;
  Icon: typeof IconHome;
  to: string;
}

/** The entries a user sees, in the specification's order. @param info of the server, whose abilities have entries. */
export function menuEntries({ role, companyId }: Pick<User, 'role' | 'companyId'>, info?: Info): Entry[] {
  const entries: Entry[] = [
    { label: 'ホーム', Icon: IconHome, to: '/' },
    { label: role === 'STUDENT' ? 'コース' : 'コース管理', Icon: IconBook, to: '/courses' },
  ];
  if (can(role, 'community.menu')) entries.push({ label: 'コミュニティ', Icon: IconMessages, to: '/community' });
  if (can(role, 'own-company.menu') && companyId) {
    entries.push({ label: 'ユーザー情報', Icon: IconUsers, to: `/companies/${companyId}` });
  }
  if (can(role, 'company.list')) entries.push({ label: '企業情報', Icon: IconBuilding, to: '/companies' });
  const { hasAudit, hasFileSizes } = capabilitiesOf(info);
  if (hasAudit && can(role, 'audit.read')) {
    entries.push({ label: '操作の記録', Icon: IconClock, to: '/audit' });
  }
  if (hasFileSizes && can(role, 'file-sizes.read')) {
    entries.push({ label: 'ファイルの容量', Icon: IconDatabase, to: '/file-sizes' });
  }
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
  const { data: info } = useQuery(infoQueries.general());
  const room = useRouterState({ select: ({ location }) => rooms[location.pathname.split('/')[1] ?? ''] });
  return (
    <nav aria-label="メインメニュー">
      <ul className={classes.list}>
        {menuEntries(me, info).map(({ label, Icon, to }) => (
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
