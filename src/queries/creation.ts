/** Idempotent creation: before a repeat, looks for what an earlier attempt created although the server's response was lost. */
import { useRef } from 'react';

import { ApiError } from '@/api/errors';
import { SECOND_MS } from '@/lib/constants';
import { serverNow } from '@/storage/server-time';

/** Tolerance in ms: the server's clock is known to the second only. */
const SLACK_MS = 2 * SECOND_MS;

/** Returns true if a failed creation may have succeeded on the server: no response came, or a 5xx, or a response of a proxy. */
function mayHaveSucceeded(error: unknown): boolean {
  return !(error instanceof ApiError && error.status < 500);
}

/**
 * Returns functions that create something so that a repeat is safe.
 *
 * @param find searches the server for the thing created from these fields since a time, ms by the server's clock.
 */
export function useCreation<Fields, Made>(
  create: (fields: Fields) => Promise<Made>,
  find: (fields: Fields, sinceMs: number) => Promise<Made | undefined>,
) {
  /** The start of the first attempt whose response was lost, ms by the server's clock. */
  const unsureSince = useRef<number>(undefined);
  return {
    /** Finds the thing that an attempt with a lost response created; the caller updates that thing instead of creating another. */
    findMade: async (fields: Fields): Promise<Made | undefined> =>
      unsureSince.current === undefined ? undefined : find(fields, unsureSince.current),
    create: async (fields: Fields): Promise<Made> => {
      const since = unsureSince.current ?? (await serverNow()) - SLACK_MS;
      try {
        const made = await create(fields);
        unsureSince.current = undefined;
        return made;
      } catch (error) {
        unsureSince.current = mayHaveSucceeded(error) ? since : undefined;
        throw error;
      }
    },
  };
}
