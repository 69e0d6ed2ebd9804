/** The browser's `online`, which all devices of a train hear in one moment: each takes one of its own within SPREAD_MS. */
import { createSignal } from '@/storage/signal';

const SPREAD_MS = 1500;

const spread = createSignal();
let timer: ReturnType<typeof setTimeout> | undefined;

function hear(): void {
  clearTimeout(timer);
  timer = setTimeout(() => spread.publish(), Math.random() * SPREAD_MS);
}

/** Calls the listener soon after the browser says that there is a network; returns how to stop. */
export function watchOnline(listener: () => void): () => void {
  window.addEventListener('online', hear);
  return spread.subscribe(listener);
}
