/** The entries of the side menu, from the table of screens. */
import type { Info } from '@/api/info';
import type { CurrentUser } from '@/api/users';
import { mayOpen, offers } from '@/session/roles';
import type { MenuIcon } from '@/session/screen';
import { pathOf } from '@/session/screen-paths';
import { screenIds, screenOf } from '@/session/screens';

import { type Crumb, crumbOf } from './crumbs';

export interface MenuEntry extends Crumb {
  icon: MenuIcon;
}

/**
 * Returns the entries that a user sees, in the table's order.
 *
 * @param info the server's capabilities; until it is loaded, entries that need a capability are left out.
 */
export function menuEntries({ role, companyId }: Pick<CurrentUser, 'role' | 'companyId'>, info?: Info): MenuEntry[] {
  return screenIds.flatMap((id) => {
    const { menu, access } = screenOf(id);
    const isOwnCompany = pathOf(id).includes('$companyId');
    if (!menu || !mayOpen(role, menu.permission ?? access) || (isOwnCompany && !companyId)) return [];
    if (!offers(info, access)) return [];
    const { label, to } = crumbOf(id, role);
    return { icon: menu.icon, label: menu.label ?? label, to: to.replace('$companyId', companyId ?? '') };
  });
}
