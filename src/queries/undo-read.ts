/** Undoes (取り消す) marking a lesson as read (読了). Loaded after a press of the button, so not part of progress.ts. */
export { undo as undoRead } from '@/offline/queue/undo';
