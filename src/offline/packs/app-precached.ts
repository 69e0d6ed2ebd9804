/** Whether the app itself opens without a network: asked of the worker, who alone knows which of its files are staff's (docs/decisions/0044). */
import { browser } from '@/storage/browser';

/** A worker of a version that does not know the question never answers, in ms. */
const WORKER_ANSWER_TIMEOUT_MS = 5000;

/** What the worker is asked; it answers with how many of the files that this device needs it lacks. */
export const COUNT_MISSING = 'count-missing';

/** Whether a worker is there, and holds all that it needs; nothing is asked of the network. */
export async function isAppPrecached(): Promise<boolean> {
  const active = (await browser.navigator?.serviceWorker?.getRegistration())?.active;
  if (!active) return false;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === 0);
    setTimeout(() => resolve(false), WORKER_ANSWER_TIMEOUT_MS);
  });
  active.postMessage({ type: COUNT_MISSING }, [port2]);
  return answer.finally(() => port1.close());
}
