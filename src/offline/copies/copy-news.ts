/** What the worker tells the pages whose reads it answers. */
import { createNews } from '@/storage/news';

/** Whether the API host answered the worker: the page may hold a copy before that. */
export const networkAsked = createNews<{ isAnswered: boolean }>('network-asked');
