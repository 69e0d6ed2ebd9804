/**
 * Reads imports from the bundler's module graph; imports from a package's index are resolved to the modules behind it.
 */
import { dirname, join } from 'node:path/posix';

/** The part of the bundler's plugin context that is used here. */
export interface ModuleGraph {
  getModuleInfo(id: string): {
    code: string | null;
    importedIds: readonly string[];
    dynamicallyImportedIds: readonly string[];
  } | null;
}

/** Returns the graph with every module read once, because the bundler copies a module's code at each read. */
export function readOnce(graph: ModuleGraph): ModuleGraph {
  const modules = new Map<string, ReturnType<ModuleGraph['getModuleInfo']>>();
  return {
    getModuleInfo: (id) => {
      const known = modules.get(id);
      if (known !== undefined) return known;
      const found = graph.getModuleInfo(id);
      const { code = null, importedIds = [], dynamicallyImportedIds = [] } = found ?? {};
      const copy = found && { code, importedIds, dynamicallyImportedIds };
      modules.set(id, copy);
      return copy;
    },
  };
}

/**
 * Returns the named imports and re-exports in the source of a module, e.g. `['@mantine/core', ['Button', 'Stack']]`.
 */
function namedImports(code: string): [from: string, names: string[]][] {
  return [...code.matchAll(/(?:im|ex)port\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)].map(
    ([, names = '', from = '']) => [from, names.split(',').map((name) => name.trim().replace(/\s+as\s.*/, ''))],
  );
}

/** Returns the modules behind imports from a package's index; the index itself imports all modules of the package. */
function throughIndex(code: string, packageName: string, indexId: string, graph: ModuleGraph): string[] {
  const wanted = namedImports(code).flatMap(([from, names]) => (from === packageName ? names : []));
  return namedImports(graph.getModuleInfo(indexId)?.code ?? '')
    .filter(([, names]) => names.some((name) => wanted.includes(name)))
    .map(([from]) => join(dirname(indexId), from));
}

/** Returns the static imports of a module. */
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

/** Returns the transitive closure of static imports, the module included. */
export function closureOf(id: string, graph: ModuleGraph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of importsOf(id, graph)) closureOf(imported, graph, found);
  return found;
}
