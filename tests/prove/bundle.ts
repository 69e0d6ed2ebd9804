/** The code under proof as one function of the world it runs in, so that each page has modules of its own; mistakes are put in here. */
import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';

import { rolldown, type Plugin } from 'rolldown';

import type * as app from './app';
import type { Mutant } from './mutants';

/** The API host that the simulated app was built for. */
export const API_HOST = 'https://study.example';

const root = new URL('../..', import.meta.url).pathname;

/** What a page finds in its world, by name. */
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
/** Starts the code once, in a world of its own. */
export type AppFactory = (globals: Globals) => App;

/** How often each text of a mutant stands in its file; once is right. */
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
        if (code.split(find).length !== 2) throw new Error(`${name}: its text does not stand once in ${file}`);
        return code.replace(find, () => replace);
      }, source);
    },
  };
}

async function bundle(input: string, mutant?: Mutant): Promise<string> {
  const build = await rolldown({
    input: `${root}tests/prove/${input}`,
    tsconfig: `${root}tests/tsconfig.json`,
    resolve: { alias: { '@': `${root}src` } },
    // What draws has no part in it.
    external: [/^react/, /^@tanstack/],
    plugins: mutant ? [mutating(mutant)] : [],
    transform: {
      define: { __API_HOST__: JSON.stringify(API_HOST), __LOGIN_FIELDS__: '{}', 'import.meta.env.DEV': 'false' },
    },
  });
  const { output } = await build.generate({ format: 'cjs', codeSplitting: false });
  return output[0].code;
}

/** A bundle as a function of the names that it finds; what it requires is nothing that runs. */
function toFactory<T>(code: string, names: readonly string[], filename: string): (values: readonly unknown[]) => T {
  const source = `(function (exports, require, ${names.join(', ')}) {${code}\nreturn exports;})`;
  const make = new Script(source, { filename }).runInThisContext() as (...values: unknown[]) => T;
  return (values) => make({}, () => ({}), ...values);
}

/** The app, with a mistake in it or without. */
export async function loadApp(mutant?: Mutant): Promise<AppFactory> {
  const make = toFactory<App>(await bundle('app.ts', mutant), GLOBALS, 'app');
  return (globals) => make(GLOBALS.map((name) => globals[name]));
}

/** Loads a module whose tasks come by the scheduler. */
export async function loadWith<T>(input: string, setImmediate: (run: () => void) => void): Promise<T> {
  return toFactory<T>(await bundle(input), ['globalThis'], input)([{ setImmediate }]);
}
