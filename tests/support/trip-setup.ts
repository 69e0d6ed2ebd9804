/** The setup file of each whole-app test file (trip), which reuses the document and modules of the previous file. */
import { afterEach } from 'vitest';

import { endTrip } from './app';
import { useSharedServer } from './demo';

// jsdom has no service workers, which browsers offer on https.
Object.assign(navigator, { serviceWorker: { controller: null, getRegistration: async () => undefined } });
useSharedServer();
afterEach(endTrip);
