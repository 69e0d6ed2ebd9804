/** Validates the target of `?redirect=` after sign-in: only a path of this app (docs/security.md, "Defences"). */
import { parseUrl } from './browser-gaps';

/**
 * Returns the path to go to after sign-in.
 *
 * @param target the `redirect` search parameter, unchecked, from the URL.
 * @param origin this app's origin.
 * @returns `target` when, resolved, it stays on this origin with a pathname that starts with exactly one slash and is
 * not the login screen itself; '/' for anything else.
 */
export function redirectTarget(target: unknown, origin: string): string {
  const url = typeof target === 'string' && target.startsWith('/') ? parseUrl(target, origin) : undefined;
  const staysHere = url?.origin === origin && !url.pathname.startsWith('//');
  if (!staysHere || url.pathname === '/login') return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
