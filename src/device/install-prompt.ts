/** The browser's install prompt: its event is caught early and kept until the app offers it. */
import { createSignal } from '@/storage/signal';

/** Chromium's event beforeinstallprompt, which the type library lacks. */
interface BeforeInstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offer: BeforeInstallPromptEvent | undefined;
let isInstalled = false;
const changed = createSignal();

/** Calls the listener whenever the prompt becomes available or unavailable. @returns a function that unsubscribes. */
export const watchInstallOffer = changed.subscribe;

/** Returns whether {@link install} can show the browser's prompt. */
export function hasInstallOffer(): boolean {
  return offer !== undefined;
}

/** Returns whether the app was installed while this page was open. */
export function hasInstalled(): boolean {
  return isInstalled;
}

function keepOffer(event: Event): void {
  // Prevents the browser's own banner, which would appear on the first visit.
  event.preventDefault();
  offer = event as BeforeInstallPromptEvent;
  changed.publish();
}

function noteInstalled(): void {
  offer = undefined;
  isInstalled = true;
  changed.publish();
}

/** Listens for the browser's install event, which fires once and early; to be called first of all. */
export function catchInstallOffer(): void {
  offer = undefined;
  isInstalled = false;
  window.addEventListener('beforeinstallprompt', keepOffer);
  window.addEventListener('appinstalled', noteInstalled);
}

/** Shows the browser's install prompt, at most once per event. @returns true when the user accepted. */
export async function install(): Promise<boolean> {
  const { outcome } = (await offer?.prompt().catch(() => undefined)) ?? { outcome: 'dismissed' };
  offer = undefined;
  changed.publish();
  return outcome === 'accepted';
}
