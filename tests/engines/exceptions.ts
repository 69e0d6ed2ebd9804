/** The one table of what an engine cannot do; the run prints it. */
import type { EngineName } from './driver';

export interface EngineException {
  engine: EngineName;
  /** What the engine lacks. */
  ability: 'Background Sync' | 'navigator.storage' | 'a Japanese voice' | 'a full device' | 'the back/forward cache';
  reason: string;
  /** What the trips expect in its place. */
  instead: string;
}

export const EXCEPTIONS: readonly EngineException[] = [
  {
    engine: 'firefox',
    ability: 'Background Sync',
    reason: 'Firefox does not have the API',
    instead: 'an open page sends the queue',
  },
  {
    engine: 'webkit',
    ability: 'Background Sync',
    reason: 'WebKit does not have the API',
    instead: 'an open page sends the queue',
  },
  {
    engine: 'webkit',
    ability: 'navigator.storage',
    reason: 'WebKitGTK is built without it; Safari has it',
    instead: 'the app works without an estimate and without persistence',
  },
  ...(['chromium', 'firefox', 'webkit'] as const).map((engine) => ({
    engine,
    ability: 'a Japanese voice' as const,
    reason: 'the Debian packages of the trips have none',
    instead: 'one trip reads the advice to add a voice, another gives the page a fake voice',
  })),
  ...(['chromium', 'firefox', 'webkit'] as const).map((engine) => ({
    engine,
    ability: 'a full device' as const,
    reason: 'only Chromium’s DevTools limit the quota',
    instead: 'writing throws QuotaExceededError in the page',
  })),
  {
    engine: 'chromium',
    ability: 'the back/forward cache',
    reason: 'the headless shell has none',
    instead: 'Back loads the page again; tests/e2e/offline/bfcache-*.spec.ts use the full browser',
  },
  {
    engine: 'webkit',
    ability: 'the back/forward cache',
    reason: 'WebKitWebDriver runs no script in a page to which Back returned from another site',
    instead: 'another tab shows what the page did',
  },
];
