/** Ids in a screen's search parameters. */
import { isId } from '@/api/shapes';

/** The id under a name, undefined for what is none; a number in the address is an id as well. */
export function readId(search: Record<string, unknown>, name: string): string | undefined {
  const id = String(search[name]);
  return search[name] !== undefined && isId(id) ? id : undefined;
}
