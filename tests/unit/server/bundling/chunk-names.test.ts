/** Checks which chunk the modules of the first load are in. */
import { createChunkNames } from '@server/tooling/bundling/chunk-names';
import { expect, test } from 'vitest';

/** The static imports of each module. */
const imports: Record<string, string[]> = {
  'src/main.tsx': ['src/session.ts', 'base.css'],
  'src/boot/boot-app.tsx': ['router.js', 'src/slow-text.ts', 'src/App.css', 'src/tree.ts'],
  'src/boot/signed-in.ts': ['src/queue.ts', 'src/counts.ts', 'src/slow-text.ts'],
  'src/routes/login.tsx?tsr-split=component': ['field.js', 'button.js', 'src/counts.ts'],
  'src/routes/_app.tsx?tsr-split=component': ['button.js', 'src/TopBar.tsx', 'src/queue.ts'],
  'src/routes/_app/index.tsx?tsr-split=loader': ['src/courses.ts'],
};
const later: Record<string, string[]> = {
  'src/main.tsx': ['src/boot/boot-app.tsx', 'src/boot/signed-in.ts', 'src/routes/login.tsx?tsr-split=component'],
  'src/tree.ts': ['src/routes/_app.tsx?tsr-split=component', 'src/routes/_app/index.tsx?tsr-split=loader'],
};
const at = (paths: string[] = []) => paths.map((path) => `/app/${path}`);
const graph = {
  getModuleInfo: (id: string) => ({
    code: '',
    importedIds: at(imports[id.slice('/app/'.length)]),
    dynamicallyImportedIds: at(later[id.slice('/app/'.length)]),
  }),
};
const nameOf = (() => {
  const name = createChunkNames('/app');
  return (path: string) => name(`/app/${path}`, graph);
})();

test.each([
  ['src/session.ts', 'start'],
  ['router.js', 'app'],
  ['field.js', 'login'],
  ['src/queue.ts', 'signed-in'],
  ['src/TopBar.tsx', 'layout'],
])('the module %s, which one chunk needs, is in %s', (path, name) => {
  expect(nameOf(path)).toBe(name);
});

test.each([
  ['src/counts.ts', 'start', 'the login screen and the signed-in code need'],
  ['src/slow-text.ts', 'start', 'the app and the signed-in code need'],
  ['button.js', 'app', 'the login screen and the layout need'],
])('the module %s is in %s, because %s it', (path, name) => {
  expect(nameOf(path)).toBe(name);
});

test('the app’s styles are in the style sheet of the start chunk, which index.html links', () => {
  expect(nameOf('src/App.css')).toBe('start');
});

test('loaders of learners’ screens are in the layout’s chunk', () => {
  expect(nameOf('src/courses.ts')).toBe('layout');
});
