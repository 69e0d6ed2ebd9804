/** Which modules lie in the files that a page begins with. */
import { createChunkNames } from '@server/tooling/bundling/chunk-names';
import { expect, test } from 'vitest';

/** What each module imports. */
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
])('%s, which one of them needs, is in %s', (path, name) => {
  expect(nameOf(path)).toBe(name);
});

test.each([
  ['src/counts.ts', 'start', 'the login screen and whoever is signed in need'],
  ['src/slow-text.ts', 'start', 'the app and whoever is signed in need'],
  ['button.js', 'app', 'the login screen and the frame need'],
])('%s is in %s: %s it', (path, name) => {
  expect(nameOf(path)).toBe(name);
});

test('the app’s styles are in the first sheet, which the page names', () => {
  expect(nameOf('src/App.css')).toBe('start');
});

test('learners’ loaders come with the frame', () => {
  expect(nameOf('src/courses.ts')).toBe('layout');
});
