/** Undoes 読了 (取り消す). Loaded after a press, so not part of progress.ts. */
export { undo as undoRead } from '@/offline/queue/undo';
