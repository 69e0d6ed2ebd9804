/** Playwright's runner for the trips in three engines: `npm run test:engines` (README.md). */
import { defineConfig } from '@playwright/test';

import type { EngineName } from './driver';

const ENGINES: EngineName[] = ['chromium', 'firefox', 'webkit'];

export default defineConfig<object, { engine: EngineName }>({
  testDir: '.',
  testMatch: '*.trip.ts',
  outputDir: '../../test-results/engines',
  // One at a time: the trips wait for timers of the app, and WebKit's windows share one screen.
  workers: 1,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as const] : []),
    ['./exceptions-reporter.ts'],
  ],
  projects: ENGINES.map((engine) => ({ name: engine, use: { engine } })),
});
