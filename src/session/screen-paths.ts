/** Maps route ids to paths and paths to screens, and finds the screens above a screen. */
import { type ScreenId, screenIds, screenOf, type screens } from './screens.ts';

/** The parent screens that the table names; each must be a screen. */
type NamedParent = Extract<(typeof screens)[ScreenId], { parent: string }>['parent'];

const HOME = '/_app/';

/** Returns the path of a screen as the address bar has it, its parameters as `$name`, e.g. `/users/edit/$userId`. */
export function pathOf(id: ScreenId): string {
  // A segment of a route id that begins with `_` groups routes and is not part of the path; an index route ends with a
  // slash.
  return id.replaceAll(/\/_\w+/g, '').replace(/(.)\/$/, '$1') || '/';
}

/** The screen that is opened by every path that belongs to no other screen. */
const NOT_FOUND = '/_app/$';

/** Matches a screen's path: `$name` and the optional `{-$name}` stand for one segment. */
function patternOf(id: ScreenId): RegExp {
  const path = pathOf(id).replace(/^\/$/, '');
  const source = path.replace(/\/\{-\$\w+\}/, '(?:/[^/]+)?').replaceAll(/\$\w+/g, '[^/]+');
  return new RegExp(`^${source}/?$`);
}

let patterns: [id: ScreenId, pattern: RegExp][] | undefined;

/** Returns the screen that a path opens, by the router's rule that a fixed segment goes before a parameter. */
export function screenAt(pathname: string): ScreenId {
  patterns ??= screenIds
    .filter((id) => id !== NOT_FOUND)
    .sort((one, other) => one.split('$').length - other.split('$').length)
    .map((id) => [id, patternOf(id)]);
  return patterns.find(([, pattern]) => pattern.test(pathname))?.[0] ?? NOT_FOUND;
}

/** Returns true if a path opens a screen of the app. */
export function isScreenPath(pathname: string): boolean {
  return screenAt(pathname) !== NOT_FOUND;
}

/** Returns the screens above a screen, the topmost (home) first; none for home itself. */
export function ancestorsOf(id: ScreenId): ScreenId[] {
  if (id === HOME) return [];
  const parent = (screenOf(id).parent as NamedParent | undefined) ?? HOME;
  return [...ancestorsOf(parent), parent];
}

/**
 * Returns the path of the menu entry that leads towards a screen: that of the nearest screen above it that has an
 * entry, home excepted.
 */
export function menuSectionOf(id: ScreenId): string | undefined {
  const section = ancestorsOf(id).findLast((each) => each !== HOME && screenOf(each).menu);
  return section && pathOf(section);
}
