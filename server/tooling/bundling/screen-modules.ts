/**
 * Finds the row of the table of screens for a module of `src/routes/`. Its imports are relative, because vite.config.ts
 * loads it before there are aliases.
 */
import type { Screen } from '../../../src/session/screen.ts';
import { screens } from '../../../src/session/screens.ts';

const table: Readonly<Record<string, Screen>> = screens;

/** Returns the row of the table of screens for a route id; undefined for a layout route, which has no row. */
export function findScreen(routeId: string): Screen | undefined {
  return table[routeId];
}

/**
 * Returns the row of the screen whose route a module is.
 *
 * @param moduleId the module's path, perhaps with the query that the router's plugin adds to a split-off part.
 */
export function screenOfModule(moduleId: string): Screen | undefined {
  const [, path = ''] = /\/src\/routes(\/[^?]*)\.tsx(?:$|\?)/.exec(moduleId) ?? [];
  return findScreen(path.replace(/(^|\/)index$/, '$1'));
}

/** The names of the parts of the build (parts.ts) that the table of screens mentions. */
export const partsOfScreens: ReadonlySet<string> = new Set(Object.values(table).flatMap(({ part }) => part ?? []));

/** Returns the first row of the table of screens that belongs to this part of the build. */
export function screenOfPart(part: string): Screen | undefined {
  return Object.values(table).find((screen) => screen.part === part);
}

/** Returns true if only staff open a screen, so that learners' devices need not hold its code. */
export function isForStaff({ access }: Screen): boolean {
  return access !== 'public' && access !== 'everybody';
}
