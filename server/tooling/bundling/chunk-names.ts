/** Assigns modules to chunks: code for all screens to the first chunks, the rest by the screens that use it. */
import { join } from 'node:path/posix';

import { iconId } from './icons.ts';
import { closureOf, type ModuleGraph, readOnce } from './module-graph.ts';
import { findParts } from './parts.ts';

const roots = {
  // The first chunk to load: it requests the other chunks and the screen's data while the app is loading. It also holds
  // the code shared by the service worker's registration and the answer queue, so that on the login screen neither
  // loads the other's chunk.
  start: ['src/main.tsx', 'src/offline/page/watch-online.ts'],
  app: ['src/boot/boot-app.tsx'],
  // The chunk of the login screen; the code of its form fields is shared with other forms.
  login: ['src/routes/login.tsx?tsr-split=component'],
  // The chunk of signed-in users imports nothing from the `app` chunk, because it runs before `app` has loaded.
  'signed-in': ['src/boot/signed-in.ts', 'src/queries/query-store.ts'],
  layout: [
    'src/routes/_app.tsx?tsr-split=component',
    // Small modules that nearly every screen needs: as separate chunks, each would be one more request before a lesson
    // is shown.
    'node_modules/@mantine/core/esm/components/Paper/Paper.mjs',
    // The home screen's bars share this module with the login form's fields, and need nothing else of the chunk of
    // those fields.
    'node_modules/@mantine/core/esm/core/styles-api/use-resolved-styles-api/use-resolved-styles-api.mjs',
    'src/device/openable-lessons.ts',
    'src/features/shell/PreviewFrame.tsx',
    'src/study/outline/lesson-order.ts',
    'src/ui/EmptyState.tsx',
    'src/ui/Picture.tsx',
    'src/ui/display/display-settings.ts',
    'src/ui/formats.ts',
    'src/ui/markdown/markdown-limits.ts',
    '~icons/check',
    '~icons/chevron-right',
    '~icons/circle-check-filled',
    '~icons/circle-dashed',
    // The code of the not-found screen.
    'src/routes/_app.tsx?tsr-split=notFoundComponent',
    'src/routes/_app/$.tsx?tsr-split=component',
    // Assertions that do nothing in production; needed for markdown and for code blocks.
    'node_modules/devlop/lib/default.js',
  ],
  // The markdown chunk also holds the code that lessons share with their lazy chunks: a separate chunk would be one
  // more request for every lesson.
  markdown: [
    'src/ui/markdown/Markdown.tsx',
    'src/ui/markdown/cut/documents.ts',
    // Shared by the lesson screen and the prerendering of lessons.
    'src/features/lessons/LessonArticle.tsx',
    'src/features/lessons/LessonShare.tsx',
    'src/features/lessons/TableOfContents.tsx',
    'src/ui/markdown/elements/code-colours.module.css',
  ],
  // The chunk for syntax beyond markdown, loaded with the first text that has some. The code that it shares with all
  // texts is in the markdown chunk.
  extras: ['src/ui/markdown/extras/extras.ts'],
  // The formula renderer is in one chunk with KaTeX, which the chemical commands import too: otherwise every formula
  // would be one more request.
  math: ['src/ui/markdown/formulas/math-renderer.ts'],
  // Code that the course list shares with parts opened by a tap, so that the list does not load the rest of those
  // parts.
  'find-courses': [
    'src/lib/search-text.ts',
    'node_modules/@mantine/core/esm/components/SegmentedControl/SegmentedControl.mjs',
  ],
  // Small modules shared by lazy chunks: if each were a separate chunk, the first load would have to name each.
  device: [
    'src/device/protection.ts',
    'src/device/call-files.ts',
    'src/device/badge-permission.ts',
    'src/features/shell/search/read-in-when-idle.ts',
    // This module is in a chunk without components, so that the code that sends the queue loads no components.
    'src/offline/reconciliation/notes.ts',
    'src/queries/capabilities.ts',
  ],
};

type Root = keyof typeof roots;

/**
 * Finds the loaders of learners' routes (server/tooling/bundling/router-plugin.ts). They are in the layout's chunk,
 * which is already loading when they are called.
 */
function findLoaders(named: Iterable<string>, graph: ModuleGraph): string[] {
  const later = [...named].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  return later.filter((id) => id.endsWith('?tsr-split=loader'));
}

/** Pairs of chunks with the chunk that receives the modules needed by both; it is loaded with either of the two. */
const shared: [one: Root, other: Root, home: Root][] = [
  ['app', 'signed-in', 'start'],
  ['login', 'signed-in', 'start'],
  ['login', 'layout', 'app'],
];

/**
 * Returns the chunk of each module that {@link roots} import; the app's styles are in the first chunk, whose sheet
 * index.html names.
 */
function nameFirstModules(root: string, graph: ModuleGraph): Map<string, string> {
  const closures = new Map<string, Set<string>>();
  for (const [name, paths] of Object.entries(roots)) {
    const found = new Set<string>();
    for (const path of paths) closureOf(iconId(path) ?? join(root, path), graph, found);
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
 * Puts code for every screen into one chunk, code for every signed-in screen into a second, and so on; the rest is
 * grouped by the screens that use it. By default the bundler makes two hundred chunks, each a request that compresses
 * badly.
 *
 * @param root the project's folder
 * @returns a function that returns the chunk of a module, for the bundler's groups; null if the bundler may choose
 */
export function createChunkNames(root: string) {
  const names = new Map<string, string>();
  return (id: string, bundler: ModuleGraph): string | null => {
    if (names.size === 0) {
      const graph = readOnce(bundler);
      for (const [each, name] of nameFirstModules(root, graph)) names.set(each, name);
      for (const [each, name] of findParts(root, graph, names)) names.set(each, name);
    }
    return names.get(id) ?? null;
  };
}
