/** What each file of trips begins with; the document and the modules are those of the file before. */
import { afterEach } from 'vitest';

import { endTrip } from './app';
import { useSharedServer } from './demo';

useSharedServer();
afterEach(endTrip);
