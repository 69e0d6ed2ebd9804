/** The page's first code: sets what must be set before anything else, then sends the first requests while the app itself is loading. */
import './boot/trusted-types';
import './boot/zod-config';
import '@/ui/mantine-styles.css';
import '@/ui/global.css';
import { begin } from './boot/first-requests';
import { guardTranslatedText } from './boot/translated-text';

guardTranslatedText();

async function start(root: HTMLElement): Promise<void> {
  const beginning = begin(globalThis.location.pathname);
  const { asked } = await beginning;
  // index.html preloads this code meanwhile.
  await asked;
  const { bootApp } = await import('./boot/boot-app');
  await bootApp(root, beginning);
}

/** Browsers report code that failed to load on the console by themselves. */
function isMissingCode(error: unknown): boolean {
  return error instanceof TypeError && error.message.includes('module');
}

/** public/boot.js shows a message in place of the skeleton. */
function tellFailure(error: unknown): void {
  if (!isMissingCode(error)) reportError(error);
  window.dispatchEvent(new Event('app-failed'));
}

const root = document.getElementById('root');
if (root) start(root).catch(tellFailure);
