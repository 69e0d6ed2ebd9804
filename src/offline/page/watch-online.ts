/**
 * Delays the browser's `online` event randomly: all devices of a train get it at the same moment, and must not send at
 * the same moment.
 */
import { createSignal } from '@/storage/signal';

/** Maximum random delay after `online`, ms. */
const MAX_DELAY_MS = 1500;

const delayed = createSignal();
let timer: ReturnType<typeof setTimeout> | undefined;

function handleOnline(): void {
  clearTimeout(timer);
  timer = setTimeout(() => delayed.publish(), Math.random() * MAX_DELAY_MS);
}

/** Calls the listener 0 to 1.5 s after the browser reports a network; returns a function that stops this. */
export function watchOnline(listener: () => void): () => void {
  window.addEventListener('online', handleOnline);
  return delayed.subscribe(listener);
}
