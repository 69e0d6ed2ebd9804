/** Which tests run in which surroundings (docs/decisions/0020). */
import type { TestProjectConfiguration } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';

/** Files that share a process and its modules: loading those costs more than most tests do. */
const shared = { isolate: false };

/** Trips run the React that ships. */
const trips = {
  environment: 'jsdom',
  setupFiles: ['tests/support/trip-setup.ts'],
  env: { NODE_ENV: 'production' },
} satisfies InlineConfig;

/** All other tests of the server run once more, on a PostgreSQL; these ask none, or nothing that two databases could answer differently. */
const withoutDatabase =
  'backup backup-unavailable before-searched-lists built-for config contract data-lock demo doctor full-disk health http log messages open-pglite postgres-hosts passwords process rights tidy upload-memory-limit write-limit'.split(
    ' ',
  );

/** Rules about the device, its stores and the wire: these replace modules, and keep something in them. */
const onDevice = ['api', 'device', 'offline', 'queries', 'session', 'storage', 'boot'].flatMap((room) => [
  `tests/unit/${room}/**/*.test.ts`,
]);

/** What takes a quarter of a minute a test is for `npm run test:faults`, which sets LONG. */
const long = process.env.LONG ? [] : ['**/*.long.test.ts'];

/**
 * A document takes half a second: rules do without, and the few that need one ask for it in their first line. Trips run
 * the React that ships; components alone run the one that warns, which takes half as long again.
 */
export const testProjects: TestProjectConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'rules',
      include: ['tests/unit/**/*.test.ts'],
      exclude: [...onDevice, 'tests/unit/server/**'],
      ...shared,
    },
  },
  { extends: true, test: { name: 'device', include: onDevice, pool: 'threads' } },
  {
    extends: true,
    test: {
      name: 'server',
      include: ['tests/unit/server/**/*.test.ts'],
      exclude: long,
      ...shared,
    },
  },
  {
    extends: true,
    test: {
      name: 'postgres',
      include: ['tests/unit/server/*.test.ts'],
      exclude: withoutDatabase.map((name) => `tests/unit/server/${name}.test.ts`),
      globalSetup: ['tests/support/postgres-server.ts'],
      setupFiles: ['tests/support/on-postgres.ts'],
      ...shared,
    },
  },
  {
    extends: true,
    test: { name: 'components', environment: 'jsdom', include: ['tests/unit/**/*.test.tsx'], ...shared },
  },
  {
    extends: true,
    oxc: { jsx: { development: false } },
    test: { ...trips, name: 'trips', include: ['tests/trips/*.test.ts'], ...shared },
  },
  // Those that replace modules.
  {
    extends: true,
    oxc: { jsx: { development: false } },
    test: { ...trips, name: 'trips alone', include: ['tests/trips/alone/*.test.ts'] },
  },
];
