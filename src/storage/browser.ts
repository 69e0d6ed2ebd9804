/**
 * Which of the browser's abilities are here: one probe each. Types claim them all; plain http lacks those that need a
 * secure origin, workers and Node those of a page, and some engines a few more.
 */

interface Abilities {
  caches?: CacheStorage;
  sessionStorage?: TabStorage;
  navigator?: {
    locks?: LockManager;
    storage?: { estimate?: () => Promise<StorageEstimate>; persist?: () => Promise<boolean> };
    serviceWorker?: ServiceWorkers;
    setAppBadge?: (count: number) => Promise<void>;
    clearAppBadge?: () => Promise<void>;
    share?: (data: { title: string; url: string }) => Promise<void>;
    connection?: { saveData?: boolean; type?: string };
    standalone?: boolean;
  };
}

/** The part of Storage that is used: workers have none, so their types do not know it. */
export interface TabStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The part of a ServiceWorkerContainer that is used, with Background Sync (Chromium only). */
interface ServiceWorkers {
  readonly controller: object | null;
  getRegistration: () => Promise<{ sync?: { register: (tag: string) => Promise<void> } } | undefined>;
}

const here = globalThis as Abilities;

/** Not on plain http. */
export function cacheStorage(): CacheStorage | undefined {
  return here.caches;
}

/** Not on plain http, not in Node. */
export function webLocks(): LockManager | undefined {
  return here.navigator?.locks;
}

/** Pages have it, workers and Node do not. */
export function tabStorage(): TabStorage | undefined {
  return here.sessionStorage;
}

/** Not on plain http. */
export function serviceWorkers(): ServiceWorkers | undefined {
  return here.navigator?.serviceWorker;
}

/** Whether the app's icon can carry a number. */
export function hasBadge(): boolean {
  return here.navigator?.setAppBadge !== undefined;
}

/** The number on the app's icon, 0 for none; nothing happens where there can be none. */
export async function setBadge(count: number): Promise<void> {
  const { navigator } = here;
  await (count === 0 ? navigator?.clearAppBadge?.() : navigator?.setAppBadge?.(count))?.catch(() => undefined);
}

/** Asks the browser to keep what is stored here when space runs short; where it cannot, nothing happens. */
export async function askToPersist(): Promise<void> {
  await here.navigator?.storage?.persist?.().catch(() => undefined);
}

/** Bytes that this origin takes and may take; undefined where the browser does not say. */
export async function estimateStorage(): Promise<{ usage: number; quota: number } | undefined> {
  const { usage, quota } = (await here.navigator?.storage?.estimate?.()) ?? {};
  return usage === undefined || quota === undefined ? undefined : { usage, quota };
}

/** The device's own way to pass something on; undefined on many desktops and on plain http. */
export function shareSheet(): ((data: { title: string; url: string }) => Promise<void>) | undefined {
  return here.navigator?.share?.bind(here.navigator);
}

/** The learner, or their device, asks for few bytes. */
export function isDataPrecious(): boolean {
  const { saveData, type } = here.navigator?.connection ?? {};
  return saveData === true || type === 'cellular';
}

/** Whether an iPhone or iPad shows the app in a window of its own; others tell it by a media query. */
export function isIosStandalone(): boolean {
  return here.navigator?.standalone === true;
}
