/** The broadcasts of the worker about the reads that it answers. */
import { createBroadcast } from '@/storage/broadcast';

/**
 * Published by the worker: `true` if the API host answered, `false` if not, or that a portal answered instead. The page may have got a
 * copy before that.
 */
export const networkAsked = createBroadcast<{ isAnswered: boolean; isPortal?: boolean }>('network-asked');
