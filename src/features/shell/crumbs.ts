/** Breadcrumbs, and the trails of breadcrumbs derived from the table of screens. */
import { mayOpen, type Role } from '@/session/roles';
import { ancestorsOf, pathOf } from '@/session/screen-paths';
import { type ScreenId, screenOf, titleOf } from '@/session/screens';

export interface Crumb {
  label: string;
  /** A path of this app; the last crumb is the screen itself. */
  to: string;
  /** True for the name of a person or company, which page translators must not translate. */
  isName?: boolean;
}

/** Returns the breadcrumb of a screen with a fixed title; the title may depend on the role. */
export function crumbOf(id: ScreenId, role: Role): Crumb {
  return { label: titleOf(id, role), to: pathOf(id) };
}

/** Returns the breadcrumbs of the ancestors of a screen, home first, without those that the role may not open. */
export function trailAbove(id: ScreenId, role: Role): Crumb[] {
  const above = ancestorsOf(id).filter((each) => mayOpen(role, screenOf(each).access));
  return above.map((each) => crumbOf(each, role));
}

/** Returns the trail from home to a screen with a fixed title. */
export function trailTo(id: ScreenId, role: Role): Crumb[] {
  return [...trailAbove(id, role), crumbOf(id, role)];
}

export function lessonCrumb({ id, title }: { id: string; title: string }): Crumb {
  return { label: title, to: `/lessons/${id}` };
}

export function courseCrumb({ id, title }: { id: string; title: string }): Crumb {
  return { label: title, to: `/courses/${id}` };
}
