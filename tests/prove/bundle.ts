/**
 * Bundles the app's code into one function that takes the globals, so that each simulated page has its own modules;
 * mutants are applied here.
 */
import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';

import { findDialect, NO_DIALECT } from '@server/tooling/start/dialect-file.mjs';
import { rolldown, type Plugin } from 'rolldown';

import type * as app from './app';
import type { Mutant } from './mutants';

/** The API host that the simulated app was built for. */
export const API_HOST = 'https://study.example';

const root = new URL('../..', import.meta.url).pathname;

/** The names of a page's globals. */
export const GLOBALS = [
  'globalThis',
  'window',
  'document',
  'location',
  'navigator',
  'indexedDB',
  'IDBKeyRange',
  'fetch',
  'BroadcastChannel',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'Date',
  'performance',
  'Math',
  'AbortSignal',
  'crypto',
  'sessionStorage',
  'localStorage',
  'caches',
  'reportError',
] as const;
export type Globals = Record<(typeof GLOBALS)[number], unknown>;

export type App = typeof app;
/** Runs the bundled app with the globals of one simulated page. */
export type AppFactory = (globals: Globals) => App;

/** Counts how often each text that a mutant replaces occurs in its file; a valid mutant's texts each occur once. */
export function countFinds({ file, edits }: Mutant): number[] {
  const source = readFileSync(`${root}${file}`, 'utf8');
  return edits.map(([find]) => source.split(find).length - 1);
}

function mutating({ name, file, edits }: Mutant): Plugin {
  return {
    name: 'mutant',
    transform(source, id) {
      if (id !== `${root}${file}`) return undefined;
      return edits.reduce((code, [find, replace]) => {
        if (code.split(find).length !== 2) throw new Error(`${name}: its text does not occur exactly once in ${file}`);
        return code.replace(find, () => replace);
      }, source);
    },
  };
}

async function bundle(input: string, mutant?: Mutant, dialect = findDialect(root, process.env)): Promise<string> {
  const build = await rolldown({
    input: `${root}tests/prove/${input}`,
    tsconfig: `${root}tests/tsconfig.json`,
    resolve: { alias: { ...(dialect && { [NO_DIALECT]: dialect }), '@': `${root}src` } },
    // React is left out, because the simulation renders nothing.
    external: [/^react/, /^@tanstack/],
    plugins: mutant ? [mutating(mutant)] : [],
    transform: {
      define: { __API_HOST__: JSON.stringify(API_HOST), __LOGIN_FIELDS__: '{}', 'import.meta.env.DEV': 'false' },
    },
  });
  const { output } = await build.generate({ format: 'cjs', codeSplitting: false });
  return output[0].code;
}

/**
 * Compiles a bundle to a function of its globals; `require` returns empty modules, because the simulation never uses
 * them.
 */
function toFactory<T>(code: string, names: readonly string[], filename: string): (values: readonly unknown[]) => T {
  const source = `(function (exports, require, ${names.join(', ')}) {${code}\nreturn exports;})`;
  const make = new Script(source, { filename }).runInThisContext() as (...values: unknown[]) => T;
  return (values) => make({}, () => ({}), ...values);
}

/**
 * Bundles the app. @param mutant the mutant to apply; the unchanged code if omitted. @param dialect the path of a
 * dialect; by default that of the variable DIALECT.
 */
export async function loadApp(mutant?: Mutant, dialect?: string): Promise<AppFactory> {
  const make = toFactory<App>(await bundle('app.ts', mutant, dialect), GLOBALS, 'app');
  return (globals) => make(GLOBALS.map((name) => globals[name]));
}

/** Loads a module with `setImmediate` replaced by the simulation's scheduler. */
export async function loadWith<T>(input: string, setImmediate: (run: () => void) => void): Promise<T> {
  return toFactory<T>(await bundle(input), ['globalThis'], input)([{ setImmediate }]);
}
