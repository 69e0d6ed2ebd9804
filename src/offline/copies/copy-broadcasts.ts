/** The broadcasts of the worker about the reads that it answers. */
import { createBroadcast } from '@/storage/broadcast';

/** Whether the API host answered the worker. The page may have got a copy before that. */
export const networkAsked = createBroadcast<{ isAnswered: boolean }>('network-asked');
