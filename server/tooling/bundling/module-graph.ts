/** What each module imports, in the bundler's graph, with packages' indexes taken for what is imported from them. */
import { dirname, join } from 'node:path';

/** What the bundler tells about its modules. */
export interface ModuleGraph {
  getModuleInfo(id: string): {
    code: string | null;
    importedIds: readonly string[];
    dynamicallyImportedIds: readonly string[];
  } | null;
}

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

/** The modules that a module needs before it runs, those that it imports itself. */
export function importsOf(id: string, graph: ModuleGraph): string[] {
  const { code, importedIds } = graph.getModuleInfo(id) ?? { code: null, importedIds: [] };
  return importedIds.flatMap((imported) => {
    const [, packageName] =
      /\/(@mantine\/\w+|@tanstack\/react-router|micromark-extension-math)\/(?:(?:dist\/)?esm\/)?index\.m?js$/.exec(
        imported,
      ) ?? [];
    return packageName ? throughIndex(code ?? '', packageName, imported, graph) : [imported];
  });
}

/** Everything that a module needs before it runs, itself included. */
export function closureOf(id: string, graph: ModuleGraph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of importsOf(id, graph)) closureOf(imported, graph, found);
  return found;
}
