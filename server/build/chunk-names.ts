/** Which modules are in the first chunks: all that the app needs before it runs, told by what each module imports. */
import { dirname, join } from 'node:path';

/** What the bundler tells about its modules. */
interface ModuleGraph {
  getModuleInfo(id: string): { code: string | null; importedIds: readonly string[] } | null;
}

const roots = {
  // The login screen is small, and a request more before it stands costs more than its bytes.
  app: ['src/main.tsx', 'src/routes/login.tsx?tsr-split=component'],
  layout: [
    'src/routes/_app.tsx?tsr-split=component',
    // Small, and on nearly every screen: each would be a request of its own before a lesson stands.
    'node_modules/@mantine/core/esm/components/Paper/Paper.mjs',
    'src/device/openable-lessons.ts',
    'src/features/shell/PreviewFrame.tsx',
    'src/study/lesson-order.ts',
    'src/ui/EmptyState.tsx',
    'src/ui/Picture.tsx',
    'src/ui/display-settings.ts',
    'src/ui/formats.ts',
    'src/ui/markdown/markdown-limits.ts',
    // Asserts that do nothing, shared by markdown and code.
    'node_modules/devlop/lib/default.js',
  ],
  // What its own lazy chunks share with it would be cut off, a request more for every lesson.
  markdown: ['src/ui/markdown/Markdown.tsx', 'src/ui/markdown/markdown-documents.ts'],
};

/** What a module imports, or hands on, by name, in the words of its source, e.g. `['@mantine/core', ['Button', 'Stack']]`. */
function namedImports(code: string): [from: string, names: string[]][] {
  return [...code.matchAll(/(?:im|ex)port\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)].map(
    ([, names = '', from = '']) => [from, names.split(',').map((name) => name.trim().replace(/\s+as\s.*/, ''))],
  );
}

/** The modules that a module's imports from a package's index mean; the index itself names every one there is. */
function throughIndex(code: string, packageName: string, indexId: string, graph: ModuleGraph): string[] {
  const wanted = namedImports(code).flatMap(([from, names]) => (from === packageName ? names : []));
  return namedImports(graph.getModuleInfo(indexId)?.code ?? '')
    .filter(([, names]) => names.some((name) => wanted.includes(name)))
    .map(([from]) => join(dirname(indexId), from));
}

/** Everything a module needs before it runs. */
function staticImports(id: string, graph: ModuleGraph, found: Set<string>): void {
  if (found.has(id)) return;
  found.add(id);
  const { code, importedIds } = graph.getModuleInfo(id) ?? { code: null, importedIds: [] };
  for (const imported of importedIds) {
    const [, packageName] =
      /\/(@mantine\/\w+|@tanstack\/react-router|micromark-extension-math)\/(?:(?:dist\/)?esm\/)?index\.m?js$/.exec(
        imported,
      ) ?? [];
    const meant = packageName ? throughIndex(code ?? '', packageName, imported, graph) : [imported];
    for (const each of meant) staticImports(each, graph, found);
  }
}

/**
 * Puts what every screen needs into one chunk, and what every signed-in screen needs into a second: left alone, the
 * bundler cuts them into dozens of pieces, each a request that compresses badly.
 *
 * @param root the project's folder
 * @returns the chunk of a module, for the bundler's groups; null where it may choose
 */
export function createChunkNames(root: string) {
  const members = new Map<string, Set<string>>();
  return (id: string, graph: ModuleGraph): string | null => {
    if (members.size === 0) {
      for (const [name, paths] of Object.entries(roots)) {
        const found = new Set<string>();
        for (const path of paths) staticImports(join(root, path), graph, found);
        members.set(name, found);
      }
    }
    return [...members].find(([, ids]) => ids.has(id))?.[0] ?? null;
  };
}
