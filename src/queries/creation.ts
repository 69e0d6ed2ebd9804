/** Creating once: what a creation has made although its answer was lost is found before it is made again. */
import { useRef } from 'react';

import { ApiError } from '@/api/errors';

/** A creation that was answered by nothing, or by a proxy, may have been done all the same. */
function mayBeDone(error: unknown): boolean {
  return !(error instanceof ApiError && error.status < 500);
}

/**
 * A creation that may be repeated.
 *
 * @param find looks on the server for what these fields have made; undefined when there is none.
 */
export function useCreation<Fields, Made>(
  create: (fields: Fields) => Promise<Made>,
  find: (fields: Fields) => Promise<Made | undefined>,
) {
  const isUnsure = useRef(false);
  return {
    /** What the last creation has made, if its answer was lost: it is changed, not made again. */
    findMade: async (fields: Fields): Promise<Made | undefined> => (isUnsure.current ? find(fields) : undefined),
    create: async (fields: Fields): Promise<Made> => {
      try {
        const made = await create(fields);
        isUnsure.current = false;
        return made;
      } catch (error) {
        isUnsure.current = mayBeDone(error);
        throw error;
      }
    },
  };
}
