/** The lint rules, and the table of rooms that holds the directions between the layers. */
import { readdirSync } from 'node:fs';

/** room → the rooms it may import; everything else of ours is forbidden there. */
const rooms = {
  storage: [],
  session: ['storage'],
  api: ['storage', 'session'],
  offline: ['storage', 'session', 'api'],
  study: ['storage', 'session', 'api', 'offline'],
  queries: ['storage', 'session', 'api', 'offline', 'study'],
  device: ['storage', 'session', 'api', 'offline', 'study', 'queries'],
  ui: [],
  features: ['storage', 'session', 'api', 'study', 'queries', 'device', 'ui'],
  routes: ['storage', 'session', 'api', 'study', 'queries', 'device', 'ui', 'features'],
};
const anywhereRooms = ['storage', 'session', 'api', 'offline', 'study'];
const features = readdirSync(new URL('src/features', import.meta.url));

const relativeUp = {
  group: ['../*', '..'],
  message: "'../' is forbidden: './x' inside a room, '@/room/x' across rooms.",
};

/** What a room may import. @param feature the one that may import itself, where the room is one of features. */
function roomRule(room, allowed, feature) {
  const forbidden = Object.keys(rooms).filter((other) => other !== room && !allowed.includes(other));
  const patterns = [relativeUp];
  if (forbidden.length > 0) {
    patterns.push({
      // Signals know nothing of ours.
      group: [...forbidden.flatMap((other) => [`@/${other}`, `@/${other}/**`]), '!@/storage/signal'],
      message: `src/${room} may import only: ${allowed.join(', ') || 'nothing of ours'} (directions in README, "The rooms").`,
    });
  }
  if (feature) {
    patterns.push({
      group: features.filter((other) => other !== feature).map((other) => `@/features/${other}/**`),
      message:
        'Features do not import each other; a route puts them together, shared data belongs in queries/, shared look in ui/.',
    });
  }
  if (anywhereRooms.includes(room)) {
    patterns.push({
      group: ['react', 'react-dom', 'react/*', 'react-dom/*', '@mantine/*', '@tanstack/*'],
      message: `src/${room} runs anywhere: no React, no DOM.`,
    });
  }
  return {
    files: [`src/${feature ? `features/${feature}` : room}/**`],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  };
}

const sharedWithServer = {
  group: Object.keys(rooms).flatMap((room) => (room === 'api' ? [] : [`@/${room}/**`])),
  message: 'The server shares only the shapes of the wire: @/api.',
};
const database = ['drizzle-orm', 'drizzle-orm/*', '@server/db/*'];

/** The server's halves: what speaks HTTP asks no database, what asks it knows no HTTP. The last that fits a file holds. */
const serverRules = [
  [['server/**']],
  [
    ['server/routes/**'],
    {
      group: database,
      message:
        'A route parses, asks for the permission and answers; SQL stands in a function of curriculum, people, study, content or auth that takes values.',
    },
  ],
  [
    ['server/http/**'],
    {
      group: [...database, '!@server/db/database'],
      message: 'server/http reads requests and writes answers; SQL stands in the rooms that take values.',
    },
  ],
  [
    ['auth', 'content', 'curriculum', 'people', 'study'].map((room) => `server/${room}/**`),
    {
      group: ['hono', 'hono/*', '!hono/jwt', '@hono/*', '@server/http/*', '@server/routes/*'],
      message:
        'This room takes values and throws refusals (@server/problem); requests are parsed and answered in server/routes.',
    },
  ],
].map(([files, ...patterns]) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [relativeUp, sharedWithServer, ...patterns] }] },
}));

export default {
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
  categories: { correctness: 'error' },
  ignorePatterns: ['src/routeTree.gen.ts', 'dist', 'server/demo/courses'],
  rules: {
    'no-restricted-imports': ['error', { patterns: [relativeUp] }],
    'import/no-default-export': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/await-thenable': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    // findBy… and waitFor throw: a test without expect() can fail.
    'vitest/expect-expect': 'off',
    'typescript/consistent-type-imports': 'error',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'max-lines': ['error', { max: 250, skipBlankLines: false, skipComments: false }],
    'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
    // role="status" on the element that fits beats <output> everywhere.
    'jsx-a11y/prefer-tag-over-role': 'off',
    // A component that comes by props or context is not made during render, whatever this rule thinks.
    'react/static-components': 'off',
    eqeqeq: ['error', 'smart'],
    'no-console': 'error',
  },
  overrides: [
    ...Object.entries(rooms).flatMap(([room, allowed]) =>
      room === 'features' ? features.map((feature) => roomRule(room, allowed, feature)) : [roomRule(room, allowed)],
    ),
    // A component is a function with markup: house style allows it 80 lines.
    {
      files: ['src/**/*.tsx'],
      rules: { 'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }] },
    },
    {
      files: ['sw/**'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              relativeUp,
              {
                group: [
                  '@/api/**',
                  '@/study/**',
                  '@/queries/**',
                  '@/device/**',
                  '@/ui/**',
                  '@/features/**',
                  '@/routes/**',
                  'react',
                  '@mantine/*',
                  '@tanstack/*',
                ],
                message: 'The worker imports offline, session and storage only.',
              },
            ],
          },
        ],
      },
    },
    ...serverRules,
    // Tests read as long lists of sentences, and reach into every room.
    {
      files: ['tests/**'],
      rules: {
        'max-lines-per-function': 'off',
        'no-restricted-imports': 'off',
        // Helpers such as useWire() set up a test file; they are no hooks of React.
        'react/rules-of-hooks': 'off',
        // A table of cases may expect more of some; expect() may say of what it speaks.
        'vitest/no-conditional-expect': 'off',
        'vitest/require-to-throw-message': 'off',
        'vitest/valid-expect': ['error', { maxArgs: 2 }],
      },
    },
    {
      files: [
        '*.config.*',
        'vite.config.ts',
        'tests/*.config.ts',
        'tests/support/trip-server.ts',
        'tests/support/postgres-server.ts',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    { files: ['server/**', 'tests/**'], rules: { 'no-console': 'off' } },
  ],
};
