/** The lint rules, and the table of layers: which folder may import which. */
import { readdirSync } from 'node:fs';

/** layer → the layers it may import; `lib` may be imported everywhere, everything else of ours is forbidden. */
const layers = {
  lib: [],
  storage: [],
  session: ['storage'],
  api: ['storage', 'session'],
  offline: ['storage', 'session', 'api'],
  study: ['storage', 'session', 'api', 'offline'],
  queries: ['storage', 'session', 'api', 'offline', 'study'],
  device: ['storage', 'session', 'api', 'offline', 'study', 'queries'],
  ui: [],
  forms: ['storage', 'session', 'api', 'study', 'queries', 'device', 'ui'],
  features: ['storage', 'session', 'api', 'study', 'queries', 'device', 'ui', 'forms'],
  routes: ['storage', 'session', 'api', 'study', 'queries', 'device', 'ui', 'forms', 'features'],
  boot: ['storage', 'session', 'api', 'offline', 'study', 'queries', 'device', 'ui', 'forms', 'features', 'routes'],
};
/** These run in the page, in the worker and in Node. */
const anywhereLayers = ['storage', 'session', 'api', 'offline', 'study'];
const features = readdirSync(new URL('src/features', import.meta.url));

const relativeUp = {
  group: ['../*', '..'],
  message: "'../' is forbidden: './x' inside a folder, '@/layer/x' across layers.",
};

/** The rule for one layer. @param feature the folder of features/ that the rule is for; it may import itself only. */
function layerRule(layer, allowed, feature) {
  const forbidden = Object.keys(layers).filter(
    (other) => other !== layer && other !== 'lib' && !allowed.includes(other),
  );
  const patterns = [relativeUp];
  if (forbidden.length > 0) {
    patterns.push({
      // The listener store has no dependencies of its own.
      group: [...forbidden.flatMap((other) => [`@/${other}`, `@/${other}/**`]), '!@/storage/signal'],
      message: `src/${layer} may import only: ${allowed.join(', ') || 'nothing of ours'} (see README, "Architecture").`,
    });
  }
  if (feature) {
    patterns.push({
      group: features.filter((other) => other !== feature).map((other) => `@/features/${other}/**`),
      message:
        'Features do not import each other; a route puts them together, shared data belongs in queries/, shared look in ui/.',
    });
  }
  if (anywhereLayers.includes(layer)) {
    patterns.push({
      group: ['react', 'react-dom', 'react/*', 'react-dom/*', '@mantine/*', '@tanstack/*'],
      allowTypeImports: true,
      message: `src/${layer} runs anywhere: no React, no DOM.`,
    });
  }
  return {
    files: [`src/${feature ? `features/${feature}` : layer}/**`],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  };
}

const sharedWithServer = {
  group: [
    ...Object.keys(layers).flatMap((layer) => (/^(?:api|lib)$/.test(layer) ? [] : `@/${layer}/**`)),
    '!@/study/completed',
  ],
  message: 'The server shares only the shapes of the wire (@/api), helpers (@/lib) and the rule of a completed course.',
};
/**
 * server/ folder → the folders of server/ that it may import. `server/config.ts` and `lib` may be imported everywhere.
 */
const serverLayers = {
  lib: [],
  db: [],
  api: ['db'],
  ops: ['db', 'api'],
  demo: ['db', 'api'],
  'first-data': ['db', 'api', 'demo'],
  tooling: ['api'],
};
/** server/api folder → the folders of server/api that it may import. `app.ts` puts them together. */
const apiLayers = {
  shared: [],
  access: [],
  pictures: [],
  audit: ['access'],
  settings: ['pictures'],
  contract: ['access'],
  auth: ['shared', 'access'],
  content: ['shared', 'access', 'pictures', 'settings'],
  completions: ['shared', 'access'],
  curriculum: ['shared', 'access', 'pictures', 'audit', 'completions'],
  people: ['shared', 'access', 'audit', 'auth', 'completions'],
  study: ['shared', 'access', 'audit', 'curriculum', 'completions'],
  http: ['shared', 'access', 'auth', 'content', 'contract'],
  static: ['http'],
  routes: [
    'shared',
    'access',
    'settings',
    'audit',
    'auth',
    'content',
    'contract',
    'curriculum',
    'people',
    'study',
    'http',
  ],
};
const database = ['drizzle-orm', 'drizzle-orm/*', '@server/db/*'];
const withoutHttp = {
  group: ['hono', 'hono/*', '!hono/jwt', '@hono/*'],
  message:
    'This folder takes values and throws refusals (@server/api/shared/problem); server/api/routes parses requests and answers them.',
};
const apiExtras = {
  routes: {
    group: database,
    message:
      'A route parses, checks the permission and answers; SQL belongs in a function of curriculum, people, study, content or auth that takes values.',
  },
  http: {
    group: [...database, '!@server/db/database', '!@server/db/database-unavailable'],
    message: 'server/api/http reads requests and writes answers; SQL belongs in the folders that take values.',
  },
  static: undefined,
};

/** Forbids the folders of a table of layers that one of them may not import. */
function forbidLayers(table, layer, prefix, extra = []) {
  const forbidden = Object.keys(table).filter((other) => other !== layer && !table[layer].includes(other));
  const names = [...forbidden.filter((other) => other !== 'lib'), ...extra];
  const allowed = [...table[layer], ...(prefix === '@server' ? ['lib', 'config'] : [])].join(', ') || 'no other folder';
  return {
    group: names.flatMap((other) => [`${prefix}/${other}`, `${prefix}/${other}/**`]),
    message: `${prefix.replace('@', '')}/${layer} may import only: ${allowed} (the layer tables are in oxlint.config.mjs).`,
  };
}

const serverRule = (files, patterns) => ({ files, rules: { 'no-restricted-imports': ['error', { patterns }] } });

/** The last rule that fits a file holds. */
const serverRules = [
  serverRule(['server/**'], [relativeUp, sharedWithServer]),
  ...Object.keys(serverLayers).map((layer) =>
    serverRule(
      [`server/${layer}/**`],
      [
        // Before anything is installed or built, plain Node resolves no aliases: tooling reaches lib by its path.
        layer === 'tooling'
          ? { message: relativeUp.message, regex: String.raw`^\.\./(?:[^.]|\.\./(?:[^l]|l[^i]))` }
          : relativeUp,
        sharedWithServer,
        forbidLayers(serverLayers, layer, '@server', ['main', 'start-server']),
      ],
    ),
  ),
  ...Object.keys(apiLayers).map((layer) =>
    serverRule(
      [`server/api/${layer}/**`],
      [
        relativeUp,
        sharedWithServer,
        forbidLayers(serverLayers, 'api', '@server', ['main', 'start-server']),
        forbidLayers(apiLayers, layer, '@server/api', ['app']),
        ...(layer in apiExtras ? [apiExtras[layer]].filter(Boolean) : [withoutHttp]),
      ],
    ),
  ),
];

export default {
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
  categories: { correctness: 'error' },
  ignorePatterns: ['src/boot/routeTree.gen.ts', 'dist', 'server/demo/courses'],
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
    // Limits that stop very large files, not limits that make very small ones.
    'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    // More parameters are one object, whose parts have names.
    'max-params': ['error', { max: 4 }],
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    // role="status" on the element that fits beats <output> everywhere.
    'jsx-a11y/prefer-tag-over-role': 'off',
    // A component that comes by props or context is not made during render, whatever this rule thinks.
    'react/static-components': 'off',
    eqeqeq: ['error', 'smart'],
    'no-console': 'error',
    'no-restricted-properties': ['error', { property: 'randomUUID', message: 'Plain http lacks it: use createId().' }],
  },
  overrides: [
    ...Object.entries(layers).flatMap(([layer, allowed]) =>
      layer === 'features'
        ? features.map((feature) => layerRule(layer, allowed, feature))
        : [layerRule(layer, allowed)],
    ),
    // A component is a function with markup: house style allows it 80 lines.
    {
      files: ['src/**/*.tsx'],
      rules: { 'max-lines-per-function': ['error', { max: 120, skipBlankLines: true, skipComments: true }] },
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
                  ...['api', 'study', 'queries', 'device', 'ui', 'forms', 'features', 'routes'].map(
                    (layer) => `@/${layer}/**`,
                  ),
                  '@/offline/page/**',
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
    // What replaces a match takes each of the match's groups.
    {
      files: ['src/ui/markdown/extras/*.ts', 'src/features/questions/player/plain-text.ts'],
      rules: { 'max-params': 'off' },
    },
    // Tests read as long lists of sentences, and reach into every layer.
    {
      files: ['tests/**'],
      rules: {
        'max-lines-per-function': 'off',
        'max-params': 'off',
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
        'tests/engines/*.config.ts',
        'tests/engines/exceptions-reporter.ts',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    { files: ['server/tooling/bundling/{icons,screen-modules}.ts'], rules: { 'no-restricted-imports': 'off' } },
    { files: ['server/**', 'tests/**'], rules: { 'no-console': 'off', 'no-restricted-properties': 'off' } },
  ],
};
