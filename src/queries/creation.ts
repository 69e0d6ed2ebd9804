/** Creating once: what a creation has made although its answer was lost is found before it is made again. */
import { useRef } from 'react';

import { ApiError } from '@/api/errors';
import { SECOND_MS } from '@/lib/constants';
import { serverNow } from '@/storage/server-time';

/** The server's clock is known to the second. */
const SLACK_MS = 2 * SECOND_MS;

/** A creation that was answered by nothing, or by a proxy, may have been done all the same. */
function mayBeDone(error: unknown): boolean {
  return !(error instanceof ApiError && error.status < 500);
}

/**
 * A creation that may be repeated.
 *
 * @param find looks on the server for what these fields have made since a time, in ms by the server's clock; undefined when
 * there is none.
 */
export function useCreation<Fields, Made>(
  create: (fields: Fields) => Promise<Made>,
  find: (fields: Fields, sinceMs: number) => Promise<Made | undefined>,
) {
  /** When the first creation began whose answer was lost. */
  const unsureSince = useRef<number>(undefined);
  return {
    /** What the last creation has made, if its answer was lost: it is changed, not made again. */
    findMade: async (fields: Fields): Promise<Made | undefined> =>
      unsureSince.current === undefined ? undefined : find(fields, unsureSince.current),
    create: async (fields: Fields): Promise<Made> => {
      const since = unsureSince.current ?? (await serverNow()) - SLACK_MS;
      try {
        const made = await create(fields);
        unsureSince.current = undefined;
        return made;
      } catch (error) {
        unsureSince.current = mayBeDone(error) ? since : undefined;
        throw error;
      }
    },
  };
}
