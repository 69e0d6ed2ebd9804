/** The browser's offer to install the app: caught when it comes, and kept until a good moment. */

/** Chromium's event; not in the type library. */
interface BeforeInstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offer: BeforeInstallPromptEvent | undefined;
let isInstalled = false;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever the offer comes or goes; returns how to stop. */
export function watchInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether {@link install} can show the browser's question. */
export function hasInstallOffer(): boolean {
  return offer !== undefined;
}

/** Whether the app was installed while this page was open. */
export function hasInstalled(): boolean {
  return isInstalled;
}

/** Asks the browser to keep what is stored here when space runs short; where it cannot, nothing happens. */
async function askToPersist(): Promise<void> {
  // Absent on origins that are not secure and in WebKitGTK, whatever the type says.
  const { storage } = navigator as { storage?: StorageManager };
  await storage?.persist?.().catch(() => undefined);
}

function keepOffer(event: Event): void {
  // The browser's own banner would come on first sight.
  event.preventDefault();
  offer = event as BeforeInstallPromptEvent;
  tell();
}

function noteInstalled(): void {
  offer = undefined;
  isInstalled = true;
  tell();
  void askToPersist();
}

/** Catches the browser's offer, which comes once and early; called before anything else of the app. */
export function catchInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', keepOffer);
  window.addEventListener('appinstalled', noteInstalled);
}

/** Shows the browser's question; true when the person accepted. It can be shown once per offer. */
export async function install(): Promise<boolean> {
  const { outcome } = (await offer?.prompt().catch(() => undefined)) ?? { outcome: 'dismissed' };
  offer = undefined;
  tell();
  return outcome === 'accepted';
}
