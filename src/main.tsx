/**
 * The page's entry point: applies settings that must come first (trusted types, zod), then sends the first requests
 * while the app's code is loading.
 */
import './boot/trusted-types';
import './boot/zod-config';
import '@/ui/mantine-styles.css';
import '@/ui/global.css';
import { begin } from './boot/first-requests';
import { guardTranslatedText } from './boot/translated-text';

guardTranslatedText();

// A page that returns from the back/forward cache before it has started may never start: what it was loading is gone.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && document.documentElement.dataset.app !== 'ready') globalThis.location.reload();
});

async function start(root: HTMLElement): Promise<void> {
  const beginning = begin(globalThis.location.pathname);
  const { asked } = await beginning;
  // Import the app only after the first requests: meanwhile the browser preloads its code, as index.html asks for.
  await asked;
  const { bootApp } = await import('./boot/boot-app');
  await bootApp(root, beginning);
}

/** Returns true if a code chunk failed to load, which browsers log to the console by themselves. */
function isMissingCode(error: unknown): boolean {
  return error instanceof TypeError && error.message.includes('module');
}

/** Reports a failed start; public/boot.js then shows a message in place of the skeleton. */
function tellFailure(error: unknown): void {
  if (!isMissingCode(error)) reportError(error);
  window.dispatchEvent(new Event('app-failed'));
}

const root = document.getElementById('root');
if (root) start(root).catch(tellFailure);
