/**
 * Which of the browser's abilities are here: looked up in one place. The library's types claim them all; plain http lacks
 * those that need a secure origin, workers and Node those of a page, and some engines a few more.
 */

interface Abilities {
  /** Of pages; told here is what only Chromium tells them. */
  document?: { addEventListener: (type: 'freeze' | 'resume', listener: () => void) => void };
  /** Of pages. */
  window?: { addEventListener: (type: 'pagehide', listener: (event: { persisted: boolean }) => void) => void };
  /** Not on plain http. */
  caches?: CacheStorage;
  /** Of pages; workers have neither. */
  localStorage?: WordStorage;
  sessionStorage?: WordStorage;
  /** Node has none of these; plain http neither locks nor workers. */
  navigator?: {
    locks?: LockManager;
    storage?: {
      estimate?: () => Promise<StorageEstimate>;
      persist?: () => Promise<boolean>;
      persisted?: () => Promise<boolean>;
    };
    serviceWorker?: ServiceWorkers;
    /** The number on the app's icon. */
    setAppBadge?: (count: number) => Promise<void>;
    clearAppBadge?: () => Promise<void>;
    /** The device's own way to pass something on; not on many desktops. */
    share?: (data: { title: string; url: string }) => Promise<void>;
    /** What the learner, or their device, asks for. */
    connection?: { saveData?: boolean; type?: string };
    /** An iPhone or iPad shows the app in a window of its own; others tell it by a media query. */
    standalone?: boolean;
  };
}

/** The part of Storage that is used: workers have none, so their types do not know it. */
export interface WordStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The part of a ServiceWorkerContainer that is used, with Background Sync (Chromium only). */
interface ServiceWorkers {
  readonly controller: object | null;
  getRegistration: () => Promise<
    | {
        active?: { postMessage: (message: unknown, transfer: Transferable[]) => void } | null;
        sync?: { register: (tag: string) => Promise<void> };
      }
    | undefined
  >;
}

/** What is absent is undefined. */
export const browser = globalThis as Abilities;
