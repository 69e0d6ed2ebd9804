/** The findings of `npm run check-server`: names and types of fields, never values of people or tokens. */
import type { Role } from '@server/api/access/permissions';

/**
 * `pass`: fits. `warn`: works, with less. `fail`: something that the app needs does not work. `skip`: could not be checked.
 */
export type FindingState = 'pass' | 'warn' | 'fail' | 'skip';

export interface Finding {
  state: FindingState;
  /** The call (`GET /courses/`), or the subject of the check. */
  about: string;
  words: string;
  /** The field at which the server's form differs, such as `items[].title`. */
  field?: string;
  expected?: string;
  /** The JSON type that came. */
  found?: string;
  /** A field of the server with a similar name, which may be the same. */
  near?: string;
  /** The line of a dialect's `toApp` (docs/how-to/dialect.md) that reads the field from there. */
  mend?: string;
  /** The roles as which it was found; undefined for checks without a role. */
  roles?: Role[];
}

const MAX_NAME_LENGTH = 80;

/** Returns text of the server without control and formatting characters, which could change what a terminal shows. */
export function clean(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').slice(0, MAX_NAME_LENGTH);
}

const keyOf = ({ state, about, field, words, expected, found, near }: Finding) =>
  JSON.stringify([state, about, field, words, expected, found, near]);

/** Joins equal findings of several roles. */
export function joinRoles(findings: readonly Finding[]): Finding[] {
  const joined = new Map<string, Finding>();
  for (const finding of findings) {
    const known = joined.get(keyOf(finding));
    const roles = new Set([...(known?.roles ?? []), ...(finding.roles ?? [])]);
    joined.set(keyOf(finding), roles.size > 0 ? { ...finding, roles: [...roles] } : finding);
  }
  return [...joined.values()];
}
