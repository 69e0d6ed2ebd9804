/** Breadcrumbs: what one is, and the trails that the table of screens gives. */
import { mayOpen, type Role } from '@/session/roles';
import { ancestorsOf, pathOf } from '@/session/screen-paths';
import { type ScreenId, screenOf, titleOf } from '@/session/screens';

export interface Crumb {
  label: string;
  /** A path of this app; the last crumb is the screen itself. */
  to: string;
}

/** Returns the breadcrumb of a screen whose title is known, as this role sees it. */
export function crumbOf(id: ScreenId, role: Role): Crumb {
  return { label: titleOf(id, role), to: pathOf(id) };
}

/** Returns the breadcrumbs of the screens above a screen that this role may open, home first. */
export function trailAbove(id: ScreenId, role: Role): Crumb[] {
  const above = ancestorsOf(id).filter((each) => mayOpen(role, screenOf(each).access));
  return above.map((each) => crumbOf(each, role));
}

/** Returns the trail from home to a screen whose title is known. */
export function trailTo(id: ScreenId, role: Role): Crumb[] {
  return [...trailAbove(id, role), crumbOf(id, role)];
}

export function lessonCrumb({ id, title }: { id: string; title: string }): Crumb {
  return { label: title, to: `/lessons/${id}` };
}

export function courseCrumb({ id, title }: { id: string; title: string }): Crumb {
  return { label: title, to: `/courses/${id}` };
}
