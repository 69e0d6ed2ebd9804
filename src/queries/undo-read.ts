/** 取り消す of 読了. Loaded after a press, so not part of progress.ts. */
export { undo as undoRead } from '@/offline/queue/undo';
