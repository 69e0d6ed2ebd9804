/** Validates ids in a screen's search parameters. */
import { isId } from '@/api/shapes';

/** Returns the id under a name, undefined if it is malformed; the router parses a numeric id as a number. */
export function readId(search: Record<string, unknown>, name: string): string | undefined {
  const id = String(search[name]);
  return search[name] !== undefined && isId(id) ? id : undefined;
}
