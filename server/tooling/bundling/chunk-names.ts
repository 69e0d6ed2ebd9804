/** Which modules lie in one file: what all screens need in the first ones, the rest by who needs it. */
import { join } from 'node:path';

import { closureOf, type ModuleGraph } from './module-graph.ts';
import { findParts } from './parts.ts';

const roots = {
  // First of all, so that it asks for the rest, and for what the screen reads, while the app is on its way.
  // What the worker's registration and the queue share lies here, too: at the login screen the one must not fetch the other's code.
  start: ['src/main.tsx', 'src/offline/page/watch-online.ts'],
  app: ['src/boot/boot-app.tsx'],
  // Other forms have its fields, too.
  login: ['src/routes/login.tsx?tsr-split=component'],
  // Needs nothing of the app: it runs before that has come.
  'signed-in': ['src/boot/signed-in.ts', 'src/queries/query-store.ts'],
  layout: [
    'src/routes/_app.tsx?tsr-split=component',
    // Small, and on nearly every screen: each would be a request of its own before a lesson stands.
    'node_modules/@mantine/core/esm/components/Paper/Paper.mjs',
    // The login's fields have it as well, and home's bars need nothing else of those.
    'node_modules/@mantine/core/esm/core/styles-api/use-resolved-styles-api/use-resolved-styles-api.mjs',
    'src/device/openable-lessons.ts',
    'src/features/shell/PreviewFrame.tsx',
    'src/study/lesson-order.ts',
    'src/ui/EmptyState.tsx',
    'src/ui/Picture.tsx',
    'src/ui/display-settings.ts',
    'src/ui/formats.ts',
    'src/ui/markdown/markdown-limits.ts',
    // Says that there is no such screen.
    'src/routes/_app.tsx?tsr-split=notFoundComponent',
    'src/routes/_app/$.tsx?tsr-split=component',
    // Asserts that do nothing, shared by markdown and code.
    'node_modules/devlop/lib/default.js',
  ],
  // What its own lazy chunks share with it would be cut off, a request more for every lesson.
  markdown: [
    'src/ui/markdown/Markdown.tsx',
    'src/ui/markdown/markdown-documents.ts',
    // Shared by the lesson's screen and what paints lessons.
    'src/features/lessons/LessonArticle.tsx',
    'src/features/lessons/LessonShare.tsx',
    'src/features/lessons/TableOfContents.tsx',
    'src/ui/markdown/extras/extras.ts',
    'src/ui/markdown/code-colours.module.css',
  ],
  // What the list of courses shares with what is opened by a tap, whose other files it must not load.
  'find-courses': [
    'src/lib/search-text.ts',
    'node_modules/@mantine/core/esm/components/SegmentedControl/SegmentedControl.mjs',
  ],
  // Small, and shared by what is lazy: the name of each piece would stand in the first load.
  device: [
    'src/device/protection.ts',
    'src/device/call-files.ts',
    'src/device/badge-permission.ts',
    'src/features/shell/search/read-in-when-idle.ts',
    // So that what sends needs nothing that is drawn.
    'src/offline/reconciliation/notes.ts',
    'src/queries/capabilities.ts',
  ],
};

type Root = keyof typeof roots;

/** Learners' loaders (server/tooling/bundling/router-plugin.ts), which lie in the frame: it is on its way before they are called. */
function findLoaders(named: Iterable<string>, graph: ModuleGraph): string[] {
  const later = [...named].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  return later.filter((id) => id.endsWith('?tsr-split=loader'));
}

/** Where it lies what two of them need: in a third that both of their visitors load. */
const shared: [one: Root, other: Root, home: Root][] = [
  ['app', 'signed-in', 'start'],
  ['login', 'signed-in', 'start'],
  ['login', 'layout', 'app'],
];

/** The chunks of what {@link roots} lead to; the app's styles are in the first one, whose sheet index.html names. */
function nameFirstModules(root: string, graph: ModuleGraph): Map<string, string> {
  const closures = new Map<string, Set<string>>();
  for (const [name, paths] of Object.entries(roots)) {
    const found = new Set<string>();
    for (const path of paths) closureOf(join(root, path), graph, found);
    closures.set(name, found);
  }
  const of = (name: Root) => closures.get(name) ?? new Set<string>();
  for (const loader of findLoaders(of('app'), graph)) closureOf(loader, graph, of('layout'));
  for (const [one, other, home] of shared) for (const id of of(one)) if (of(other).has(id)) of(home).add(id);
  for (const id of of('app')) if (id.endsWith('.css')) of('start').add(id);
  const names = new Map<string, string>();
  for (const [name, ids] of closures) for (const id of ids) if (!names.has(id)) names.set(id, name);
  return names;
}

/**
 * Puts what every screen needs into one chunk, what every signed-in screen needs into a second, and so on; the rest is put
 * together by who needs it. Left alone, the bundler cuts it into two hundred pieces, each a request that compresses badly.
 *
 * @param root the project's folder
 * @returns the chunk of a module, for the bundler's groups; null where it may choose
 */
export function createChunkNames(root: string) {
  const names = new Map<string, string>();
  return (id: string, graph: ModuleGraph): string | null => {
    if (names.size === 0) {
      for (const [each, name] of nameFirstModules(root, graph)) names.set(each, name);
      for (const [each, name] of findParts(root, graph, names)) names.set(each, name);
    }
    return names.get(id) ?? null;
  };
}
