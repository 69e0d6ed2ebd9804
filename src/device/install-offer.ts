/** The browser's offer to install the app: caught when it comes, and kept until a good moment. */
import { createSignal } from '@/storage/signal';

/** Chromium's event; not in the type library. */
interface BeforeInstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offer: BeforeInstallPromptEvent | undefined;
let isInstalled = false;
const changed = createSignal();

/** Calls the listener whenever the offer comes or goes; returns how to stop. */
export const watchInstallOffer = changed.subscribe;

/** Whether {@link install} can show the browser's question. */
export function hasInstallOffer(): boolean {
  return offer !== undefined;
}

/** Whether the app was installed while this page was open. */
export function hasInstalled(): boolean {
  return isInstalled;
}

function keepOffer(event: Event): void {
  // The browser's own banner would come on first sight.
  event.preventDefault();
  offer = event as BeforeInstallPromptEvent;
  changed.publish();
}

function noteInstalled(): void {
  offer = undefined;
  isInstalled = true;
  changed.publish();
}

/** Catches the browser's offer to this page, which comes once and early; called before anything else of the app. */
export function catchInstallOffer(): void {
  offer = undefined;
  isInstalled = false;
  window.addEventListener('beforeinstallprompt', keepOffer);
  window.addEventListener('appinstalled', noteInstalled);
}

/** Shows the browser's question; true when the person accepted. It can be shown once per offer. */
export async function install(): Promise<boolean> {
  const { outcome } = (await offer?.prompt().catch(() => undefined)) ?? { outcome: 'dismissed' };
  offer = undefined;
  changed.publish();
  return outcome === 'accepted';
}
