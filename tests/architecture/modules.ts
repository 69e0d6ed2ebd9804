/** Reads the program's own modules with the bundler's parser: imports, exports, declarations and comments of each. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';

import { parseSync } from 'rolldown/utils';

export const root = new URL('../..', import.meta.url).pathname;

export interface ModuleImport {
  /** The module's path from the project's folder; undefined for a package. */
  from: string | undefined;
  /** The name of the imported export: 'default', or '*' for the whole module. */
  name: string;
  /** The local name of the import; undefined for a re-export. */
  local: string | undefined;
  isType: boolean;
}

export interface ModuleExport {
  name: string;
  /** The local name of the export; undefined for a re-export. */
  local: string | undefined;
  /** The import (module and name) from which the export is re-exported. */
  from?: ModuleImport;
  line: number;
}

export interface Module {
  path: string;
  source: string;
  imports: ModuleImport[];
  exports: ModuleExport[];
  comments: { text: string; line: number }[];
  /** The statements at the module's top level, as ESTree nodes. */
  body: SyntaxNode[];
}

export interface SyntaxNode {
  type: string;
  [field: string]: unknown;
}

const ending = /\.(?:ts|tsx|mjs)$/;
const aliases: [prefix: string, folder: string][] = [
  ['@/', 'src/'],
  ['@server/', 'server/'],
  ['@tests/', 'tests/'],
];

/** Lists the program's own modules in a folder, as paths from the project's folder. */
export function listModules(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && ending.test(file.name))
    .map((file) => join(file.parentPath, file.name).slice(root.length))
    .filter((path) => !path.startsWith('server/demo/courses/'));
}

/** Returns the path that an import leads to, among existing modules; undefined for packages, style sheets and data. */
export function resolveImport(specifier: string, importer: string, paths: ReadonlySet<string>): string | undefined {
  const [name = ''] = specifier.split('?');
  const alias = aliases.find(([prefix]) => name.startsWith(prefix));
  if (!alias && !name.startsWith('.')) return undefined;
  const path = alias ? alias[1] + name.slice(alias[0].length) : join(importer, '..', name);
  return ['', '.ts', '.tsx', '.mjs'].map((end) => path + end).find((candidate) => paths.has(candidate));
}

function parse(path: string) {
  const source = readFileSync(join(root, path), 'utf8');
  const { program, module, comments, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return { source, program, module, comments };
}

/** What was parsed in this process, which several test files share. */
const parsed = new Map<string, ReturnType<typeof parse>>();

function readModule(path: string, paths: ReadonlySet<string>): Module {
  const known = parsed.get(path) ?? parse(path);
  parsed.set(path, known);
  const { source, program, module, comments } = known;
  const lineAt = (index: number) => source.slice(0, index).split('\n').length;
  const nameOf = ({ kind, name }: { kind: string; name: string | null }) =>
    kind === 'Name' ? (name ?? '') : kind === 'Default' ? 'default' : '*';
  const imports: ModuleImport[] = module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map(({ importName, localName, isType }) => ({
      from: resolveImport(moduleRequest.value, path, paths),
      name: importName.kind === 'NamespaceObject' ? '*' : nameOf(importName),
      local: localName.value,
      isType,
    })),
  );
  const exports: ModuleExport[] = [];
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, importName, exportName, localName, isType, start } of entries) {
      const from = moduleRequest && {
        from: resolveImport(moduleRequest.value, path, paths),
        name: importName.kind === 'Name' ? (importName.name ?? '') : '*',
        local: undefined,
        isType,
      };
      if (from) imports.push(from);
      exports.push({
        name: nameOf(exportName),
        local: localName.name ?? undefined,
        ...(from && { from }),
        line: lineAt(start),
      });
    }
  }
  return {
    path,
    source,
    imports,
    exports,
    comments: comments.map(({ value, start }) => ({ text: value, line: lineAt(start) })),
    body: program.body as unknown as SyntaxNode[],
  };
}

/** Reads these modules, and all modules below these folders of the project, by path. */
export function readModules(folders: readonly string[]): ReadonlyMap<string, Module> {
  const paths = folders.flatMap((folder) => (ending.test(folder) ? [folder] : listModules(folder)));
  const known = new Set(paths);
  return new Map(paths.map((path) => [path, readModule(path, known)]));
}

/** Visits a node and all nodes below it; `enter` returns false to skip a node's children. */
export function visit(node: unknown, enter: (node: SyntaxNode) => boolean | void): void {
  if (Array.isArray(node)) for (const child of node) visit(child, enter);
  if (node === null || typeof node !== 'object' || !('type' in node)) return;
  if (enter(node as SyntaxNode) === false) return;
  for (const value of Object.values(node)) if (typeof value === 'object') visit(value, enter);
}
