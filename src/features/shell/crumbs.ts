/** What a breadcrumb is, and those that several screens share. */
import type { Role } from '@/session/roles';

export interface Crumb {
  label: string;
  /** A path of this app; the last crumb is the screen itself. */
  to: string;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The trail of a screen whose names are known without loading anything. */
    crumbs?: readonly Crumb[];
  }
}

export const homeCrumb: Crumb = { label: 'ホーム', to: '/' };
export const companiesCrumb: Crumb = { label: '企業情報', to: '/companies' };

/** Named as in the side menu (specification §2). */
export function coursesCrumb(role: Role): Crumb {
  return { label: role === 'STUDENT' ? 'コース' : 'コース管理', to: '/courses' };
}

export function lessonCrumb({ id, title }: { id: string; title: string }): Crumb {
  return { label: title, to: `/lessons/${id}` };
}

export function courseCrumb({ id, title }: { id: string; title: string }): Crumb {
  return { label: title, to: `/courses/${id}` };
}
