/** The page's first code: what must be set before anything else, then what is asked for while the app itself is on its way. */
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
  // The code comes meanwhile (index.html).
  await asked;
  const { bootApp } = await import('./boot/boot-app');
  await bootApp(root, beginning);
}

/** Of code that could not be had, browsers tell the console by themselves. */
function isMissingCode(error: unknown): boolean {
  return error instanceof TypeError && error.message.includes('module');
}

/** public/boot.js puts words in the skeleton's place. */
function tellFailure(error: unknown): void {
  if (!isMissingCode(error)) reportError(error);
  window.dispatchEvent(new Event('app-failed'));
}

const root = document.getElementById('root');
if (root) start(root).catch(tellFailure);
