/**
 * Which name leads to which: for every declaration at a module's top level, the names that stand in it, followed through
 * imports to where each is declared. Types lead nowhere, for they are read in place; so do packages.
 */
import { type Module, resolveImport, type SyntaxNode, visit } from './modules';

/** `path#name`: one declaration of one module. */
export type Place = string;

interface Declaration {
  /** Names that stand in it as values. */
  names: Set<string>;
  /** The modules that are loaded in it when they are needed, and all words in it: some are names that it takes from there. */
  lazy: Set<string>;
  words: Set<string>;
}

const values = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);
/** What a node holds that is a label and no name of anything. */
const labels: Record<string, string> = {
  MemberExpression: 'property',
  Property: 'key',
  MethodDefinition: 'key',
  PropertyDefinition: 'key',
};

function readDeclaration(node: unknown, { path }: Module, paths: ReadonlySet<string>): Declaration {
  const declaration: Declaration = { names: new Set(), lazy: new Set(), words: new Set() };
  const { names, lazy, words } = declaration;
  const enter = (at: SyntaxNode): boolean => {
    if (at.type.startsWith('TS')) {
      if (values.has(at.type)) visit(at.expression, enter);
      return false;
    }
    if (at.type === 'ImportExpression') {
      const target = (at.source as { value?: unknown }).value;
      const from = typeof target === 'string' ? resolveImport(target, path, paths) : undefined;
      if (from) lazy.add(from);
    }
    if (at.type === 'Identifier' || at.type === 'JSXIdentifier') {
      names.add(String(at.name));
      words.add(String(at.name));
    }
    const label = labels[at.type];
    if (!label || at.computed === true) return true;
    for (const [field, value] of Object.entries(at)) if (field !== label) visit(value, enter);
    words.add(String((at[label] as { name?: unknown }).name));
    return false;
  };
  visit(node, enter);
  return declaration;
}

/** The names that a pattern gives, as in `const { a, b: [c] } = …`. */
function namesOf(pattern: unknown): string[] {
  const found: string[] = [];
  const enter = (node: SyntaxNode): boolean => {
    if (node.type === 'Identifier') found.push(String(node.name));
    if (node.type === 'Property') visit(node.value, enter);
    return node.type !== 'Property' && !node.type.startsWith('TS');
  };
  visit(pattern, enter);
  return found;
}

/** The declarations at a module's top level, each under every name that it gives. */
function declarationsOf(module: Module, paths: ReadonlySet<string>): Map<string, Declaration> {
  const found = new Map<string, Declaration>();
  for (const statement of module.body) {
    const node = (statement.declaration ?? statement) as SyntaxNode;
    const read = (part: unknown) => readDeclaration(part, module, paths);
    if (statement.type === 'ExportDefaultDeclaration') found.set('default', read(node));
    for (const declarator of (node.declarations ?? []) as SyntaxNode[]) {
      for (const name of namesOf(declarator.id)) found.set(name, read(declarator.init));
    }
    if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') {
      found.set((node.id as { name: string }).name, read([node.params, node.body, node.superClass]));
    }
  }
  return found;
}

/** Every declaration of these modules, with those that it leads to. */
export function createNameGraph(modules: ReadonlyMap<string, Module>): ReadonlyMap<Place, ReadonlySet<Place>> {
  const paths = new Set(modules.keys());
  /** Where what a module exports under a name is declared; undefined for a type or a package's. */
  const placeOf = (path: string, name: string): Place | undefined => {
    const exported = modules.get(path)?.exports ?? [];
    const found = exported.find((one) => one.name === name);
    const again = found ? [found] : exported.filter((one) => one.name === '*');
    if (found && !found.from) return `${path}#${found.local ?? name}`;
    for (const { from } of again) {
      const place = from?.from && placeOf(from.from, from.name === '*' ? name : from.name);
      if (place) return place;
    }
    return undefined;
  };
  const graph = new Map<Place, Set<Place>>();
  for (const module of modules.values()) {
    const declarations = declarationsOf(module, paths);
    for (const [name, { names, lazy, words }] of declarations) {
      const next = new Set<Place>();
      for (const { from, name: imported, local, isType } of module.imports) {
        if (!from || isType || !local || !names.has(local)) continue;
        const taken = imported === '*' ? [...words] : [imported];
        for (const one of taken) next.add(placeOf(from, one) ?? '');
      }
      for (const from of lazy) for (const word of words) next.add(placeOf(from, word) ?? '');
      for (const own of names) if (own !== name && declarations.has(own)) next.add(`${module.path}#${own}`);
      next.delete('');
      graph.set(`${module.path}#${name}`, next);
    }
  }
  return graph;
}
