/** The broadcasts of the worker about the reads that it answers. */
import { createBroadcast } from '@/storage/broadcast';

/** Published by the worker: whether the API host answered it, or a portal instead. The page may have got a copy before that. */
export const networkAsked = createBroadcast<{ isAnswered: boolean; isPortal?: boolean }>('network-asked');
