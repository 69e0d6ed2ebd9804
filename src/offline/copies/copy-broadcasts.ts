/** The service worker's broadcasts about reads of study content that it answers. */
import { createBroadcast } from '@/storage/broadcast';

/**
 * Published by the worker: `true` if the API host responded, `false` if it did not, or if a captive portal responded instead. The page
 * may already have received a cached response.
 */
export const networkAsked = createBroadcast<{ isAnswered: boolean; isPortal?: boolean }>('network-asked');
