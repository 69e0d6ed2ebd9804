/** The page's first code: what must be set before anything else, then what is asked for while the app itself is on its way. */
import './trusted-types';
import './zod-config';
import '@/ui/mantine-styles.css';
import '@/ui/global.css';
import { begin } from './beginning';

async function start(root: HTMLElement): Promise<void> {
  const beginning = begin(globalThis.location.pathname);
  const { asked } = await beginning;
  // The code comes meanwhile (index.html).
  await asked;
  const { bootApp } = await import('./boot');
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
