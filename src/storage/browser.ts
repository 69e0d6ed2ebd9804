/**
 * The browser's features that may be missing, in one place for feature detection. TypeScript's library claims that all
 * exist, but plain http lacks those that need a secure origin, workers and Node lack those of pages, and some engines
 * lack others.
 */

interface BrowserFeatures {
  /** Only pages have a document; its events `freeze` and `resume` exist only in Chromium. */
  document?: {
    visibilityState: string;
    addEventListener: (type: 'freeze' | 'resume' | 'visibilitychange', listener: () => void) => void;
    removeEventListener: (type: 'visibilitychange', listener: () => void) => void;
  };
  /** Pages only. */
  window?: {
    addEventListener: (type: 'pagehide' | 'pageshow', listener: (event: { persisted: boolean }) => void) => void;
    removeEventListener: (type: 'pagehide', listener: (event: { persisted: boolean }) => void) => void;
  };
  /** Missing on plain http. */
  caches?: CacheStorage;
  /** Only pages have local and session storage; workers have neither. */
  localStorage?: WordStorage;
  sessionStorage?: WordStorage;
  /** Node has none of these features; plain http has neither Web Locks nor service workers. */
  navigator?: {
    locks?: LockManager;
    storage?: {
      estimate?: () => Promise<StorageEstimate>;
      persist?: () => Promise<boolean>;
      persisted?: () => Promise<boolean>;
    };
    serviceWorker?: ServiceWorkers;
    /** The badge on the app's icon. */
    setAppBadge?: (count: number) => Promise<void>;
    clearAppBadge?: () => Promise<void>;
    /** The device's share sheet (Web Share); missing on many desktops. */
    share?: (data: { title?: string; url?: string; files?: File[] }) => Promise<void>;
    canShare?: (data: { files: File[] }) => boolean;
    /** User activation; missing in Safari before 16.4. */
    userActivation?: { readonly isActive: boolean };
    /** The user's data saver setting, and the kind of connection. */
    connection?: { saveData?: boolean; type?: string };
    /** True if the installed app runs on an iPhone or iPad; other devices report that by a media query. */
    standalone?: boolean;
  };
}

/** The used part of `Storage`; the worker's type library does not declare it. */
export interface WordStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The used part of `ServiceWorkerContainer`, with Background Sync (Chromium only). */
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

/** The global object; missing features are undefined. */
export const browser = globalThis as BrowserFeatures;
