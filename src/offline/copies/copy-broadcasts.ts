/** What the worker tells the pages whose reads it answers. */
import { createBroadcast } from '@/storage/broadcast';

/** Whether the API host answered the worker: the page may hold a copy before that. */
export const networkAsked = createBroadcast<{ isAnswered: boolean }>('network-asked');
