/** The service worker's broadcasts about reads of study content that it answers. */
import type { Gateway } from '@/api/network/server-answer';
import { createBroadcast } from '@/storage/broadcast';

/**
 * Published by the worker: `true` if the API host responded, `false` if it did not, or if a gateway responded instead
 * (`isPortal`, with its kind). The page may already have received a cached response.
 */
export const networkAsked = createBroadcast<{ isAnswered: boolean; isPortal?: boolean; gateway?: Gateway }>(
  'network-asked',
);
