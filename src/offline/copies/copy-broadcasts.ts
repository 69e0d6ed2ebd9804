/** The service worker's broadcasts about reads of study content that it answers. */
import { createBroadcast } from '@/storage/broadcast';

/**
 * Published by the worker: `true` if the API host answered, `false` if it did not, or a captive portal answered instead. The page may
 * have received a cached answer before.
 */
export const networkAsked = createBroadcast<{ isAnswered: boolean; isPortal?: boolean }>('network-asked');
