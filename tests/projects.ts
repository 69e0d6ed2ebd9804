/** Vitest's projects: which tests run in which environment (docs/decisions/0020). */
import type { TestProjectConfiguration } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';

import { findDialect, NO_DIALECT } from '../server/tooling/start/dialect-file.mjs';
import { REST_FILES, selectFiles, testSet } from './selection.ts';

const root = new URL('..', import.meta.url).pathname;

/**
 * Settings for test files that share one process and its loaded modules, because loading modules costs more than most
 * tests do.
 */
const shared = { isolate: false };

/** Settings of the whole-app tests (trips), which run React's production build. */
const trips = {
  environment: 'jsdom',
  setupFiles: ['tests/support/trip-setup.ts'],
  env: { NODE_ENV: 'production' },
} satisfies InlineConfig;

/** Files left out of the project `postgres`: they use no database, or their results do not depend on it. */
const withoutDatabase =
  'backup backup-unavailable check-server check-server-init check-server-styles check-server-writes search-columns-migration completions-migration trash-migration place-among built-for config contract data-lock demo doctor full-disk health http listen log messages open-pglite postgres-hosts passwords process rights pglite-maintenance upload-memory-limit write-limit'.split(
    ' ',
  );

/**
 * Tests of the device, its stores and the API client. Each test file runs in its own thread, because these tests
 * replace modules, and keep state in them.
 */
const onDevice = ['api', 'device', 'offline', 'queries', 'session', 'storage', 'boot'].flatMap((room) => [
  `tests/unit/${room}/**/*.test.ts`,
]);

/** Tests that take about 15 s each: `npm run test:all` and `npm run test:faults` run them. */
const long = testSet === 'all' ? [] : ['**/*.long.test.ts'];

/** Tests of required dates and of papers, which have days in Japan on every device; they run in three time zones. */
const daysInJapan = [
  'tests/unit/lib/japan-time.test.ts',
  ...[
    'calendar-file',
    'company-report',
    'completed',
    'due-words',
    'behind-reason',
    'required-status',
    'study-days',
  ].map((name) => `tests/unit/study/${name}.test.ts`),
  ...['paper-days', 'record-csv'].map((name) => `tests/unit/features/${name}.test.ts`),
];

/**
 * Creating a jsdom document takes half a second per file: `.test.ts` files have none, and the few that need one request
 * it in their first line. Whole-app tests (trips) run React's production build; only component tests run the
 * development build, which prints warnings and takes half as long again.
 */
export const testProjects: TestProjectConfiguration[] = [
  ...['UTC', 'Asia/Tokyo', 'America/Los_Angeles'].map((TZ) => ({
    extends: true as const,
    test: { name: `days in ${TZ}`, ...selectFiles({ include: daysInJapan }), env: { TZ }, ...shared },
  })),
  {
    extends: true,
    test: {
      name: 'rules',
      ...selectFiles({
        include: ['tests/unit/**/*.test.ts'],
        exclude: [...onDevice, 'tests/unit/server/**'],
        rest: REST_FILES.rules,
      }),
      ...shared,
    },
  },
  {
    extends: true,
    test: { name: 'device', ...selectFiles({ include: onDevice, rest: REST_FILES.device }), pool: 'threads' },
  },
  {
    extends: true,
    test: {
      name: 'server',
      ...selectFiles({ include: ['tests/unit/server/**/*.test.ts'], exclude: long, rest: REST_FILES.server }),
      ...shared,
    },
  },
  {
    extends: true,
    test: {
      name: 'postgres',
      ...selectFiles({
        include: ['tests/unit/server/*.test.ts'],
        exclude: withoutDatabase.map((name) => `tests/unit/server/${name}.test.ts`),
        rest: REST_FILES.postgres,
      }),
      globalSetup: ['tests/support/postgres-server.ts'],
      setupFiles: ['tests/support/on-postgres.ts'],
      ...shared,
    },
  },
  {
    extends: true,
    test: {
      name: 'components',
      environment: 'jsdom',
      ...selectFiles({ include: ['tests/unit/**/*.test.tsx'], rest: REST_FILES.components }),
      ...shared,
    },
  },
  {
    extends: true,
    oxc: { jsx: { development: false } },
    test: {
      ...trips,
      name: 'trips',
      setupFiles: [...trips.setupFiles, 'tests/support/settle-imports.ts'],
      ...selectFiles({ include: ['tests/trips/*.test.ts'], rest: REST_FILES.trips }),
      ...shared,
    },
  },
  // Whole-app tests (trips) that replace modules, so they share no process with other files.
  {
    extends: true,
    oxc: { jsx: { development: false } },
    test: { ...trips, name: 'trips alone', ...selectFiles({ include: ['tests/trips/alone/*.test.ts'] }) },
  },
  // Whole-app tests (trips) of a build with a dialect, each against a server of its style.
  ...['fastapi', 'drf'].map((dialect) => ({
    extends: true as const,
    oxc: { jsx: { development: false } },
    resolve: { alias: { [NO_DIALECT]: findDialect(root, { DIALECT: dialect }) ?? '' } },
    test: {
      ...trips,
      name: `trips on ${dialect}`,
      ...selectFiles({ include: [`tests/trips/dialects/${dialect}.test.ts`] }),
    },
  })),
];
