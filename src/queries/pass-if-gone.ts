/** Makes deletions safe to repeat. */
import { isMissing } from '@/api/network/errors';

/**
 * Ignores a 404 after a deletion: an earlier attempt, whose response was lost, or another person has already deleted
 * the thing. @throws every other error.
 */
export function passIfGone(error: unknown): void {
  if (!isMissing(error)) throw error;
}
