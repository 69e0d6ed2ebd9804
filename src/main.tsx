/** The page's first code: what must be set before anything else, then boot. */
import './trusted-types';
import './zod-config';
import '@/ui/mantine-styles.css';
import '@/ui/global.css';
// The libraries before our rooms: beside its like, code compresses by half a kilobyte better.
import '@/ui/theme';
import './App';
import { bootApp } from './boot';

/** public/boot.js puts words in the skeleton's place. */
function tellFailure(error: unknown): void {
  reportError(error);
  window.dispatchEvent(new Event('app-failed'));
}

const root = document.getElementById('root');
if (root) bootApp(root).catch(tellFailure);
