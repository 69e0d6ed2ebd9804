/**
 * Asks the service worker if the app itself opens offline, because only the worker knows which files this device needs
 * (docs/decisions/0044).
 */
import { browser } from '@/storage/browser';

/** Time limit for the worker's answer, ms: a worker of an older version never answers. */
const WORKER_ANSWER_TIMEOUT_MS = 5000;

/** The type of the message that asks the worker how many needed files are missing in its cache. */
export const COUNT_MISSING = 'count-missing';

/** Returns true if there is an active worker and its cache holds all files that this device needs. Sends no request. */
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
