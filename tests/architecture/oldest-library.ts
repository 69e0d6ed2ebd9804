/**
 * Makes TypeScript's library match the oldest supported browsers: members that one of them lacks may be undefined, so
 * that the compiler refuses their use without a guard.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { parseSync } from 'rolldown/utils';

import { type Feature, featureAt, whoLacks } from './browser-support';

/** The properties of the parser's nodes that this module uses. */
interface Node {
  type: string;
  start: number;
  end: number;
  id?: Node;
  name?: string;
  value?: string;
  key?: Node;
  kind?: string;
  optional?: boolean;
  typeAnnotation?: Node | null;
  returnType?: Node | null;
  /** The statements of a module; for an interface, a node whose own `body` holds the members. */
  body?: Node | Node[] | null;
  members?: Node[];
  declarations?: Node[];
  extends?: { expression: Node }[];
}

/** Text that replaces a part of a library file. */
type Edit = [start: number, end: number, text: string];

const builtinAt = (...path: string[]) => featureAt('javascript', 'builtins', ...path);
const { resolve } = createRequire(createRequire(import.meta.url).resolve('typescript/package.json'));
const libraryFolder = join(
  dirname(resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`)),
  'lib',
);

/** Returns MDN's name for an interface of TypeScript's library. */
function entryName(name: string): string {
  if (/^(Big)?(Ui|I)nt\d+(Clamped)?Array$|^Float\d+Array$/.test(name)) return 'TypedArray';
  return name.replace(/^Readonly(?=Array|Map|Set)/, '').replace(/Constructor$/, '');
}

function isLacking(features: readonly (Feature | undefined)[]): boolean {
  const known = features.filter((each) => each !== undefined);
  return known.length > 0 && known.every((each) => whoLacks(each).length > 0);
}

/** The interfaces that extend each interface: MDN describes a shared member at each of those that have it. */
type Heirs = ReadonlyMap<string, readonly string[]>;

function findHeirs(statements: readonly Node[]): Heirs {
  const heirs = new Map<string, string[]>();
  for (const { id, extends: parents = [] } of statements) {
    for (const { expression } of parents)
      heirs.set(expression.name ?? '', [...(heirs.get(expression.name ?? '') ?? []), id?.name ?? '']);
  }
  return heirs;
}

class LibraryFile {
  readonly edits: Edit[] = [];

  constructor(
    private readonly source: string,
    private readonly heirs: Heirs,
  ) {}

  private findMembers(owner: string, member: string): Feature[] {
    const found = [
      builtinAt(...owner.split('.').map(entryName), member),
      featureAt('api', owner, member),
      featureAt('api', owner, `${member}_static`),
    ];
    const own = found.filter((each) => each !== undefined);
    return own.length > 0 ? own : (this.heirs.get(owner) ?? []).flatMap((heir) => this.findMembers(heir, member));
  }

  private maybeUndefined(type: Node): void {
    this.edits.push([type.start, type.start, '('], [type.end, type.end, ') | undefined']);
  }

  private editMembers(owner: string, members: readonly Node[]): void {
    for (const { key, kind, optional, returnType } of members) {
      const name = key?.name ?? key?.value;
      if (!key || !name || optional || kind === 'set' || !isLacking(this.findMembers(owner, name))) continue;
      // A getter gets a type that may be undefined, because an accessor cannot be optional.
      if (kind !== 'get') this.edits.push([key.end, key.end, '?']);
      else if (returnType?.typeAnnotation) this.maybeUndefined(returnType.typeAnnotation);
    }
  }

  private isGlobalLacking(name: string, scope: string): boolean {
    if (scope) return isLacking([builtinAt(scope, name)]);
    const asMember = featureAt('api', 'Window', name) ?? featureAt('api', 'WorkerGlobalScope', name);
    return isLacking([builtinAt(name) ?? featureAt('api', name) ?? asMember]);
  }

  private editVariable({ id }: Node, scope: string): void {
    const type = id?.typeAnnotation?.typeAnnotation;
    if (!id?.name || !type) return;
    if (this.isGlobalLacking(id.name, scope)) this.maybeUndefined(type);
    else this.editMembers(scope ? `${scope}.${id.name}` : id.name, type.members ?? []);
  }

  /** Turns a function declaration into a variable, because a function cannot be undefined. */
  private editFunction({ start, id, returnType }: Node): void {
    if (!id?.name || !returnType || !this.isGlobalLacking(id.name, '')) return;
    this.edits.push([start, id.end, `declare var ${id.name}: (`]);
    this.edits.push([returnType.start, returnType.start + 1, ' =>'], [returnType.end, returnType.end, ') | undefined']);
  }

  edit(statements: readonly Node[], scope = ''): void {
    for (const statement of statements) {
      const { type, id, body, declarations = [] } = statement;
      const below = body && 'body' in body && Array.isArray(body.body) ? body.body : [];
      if (type === 'TSInterfaceDeclaration') this.editMembers(scope ? `${scope}.${id?.name}` : (id?.name ?? ''), below);
      if (type === 'TSModuleDeclaration') this.edit(below, id?.name);
      if (type === 'TSDeclareFunction') this.editFunction(statement);
      for (const variable of declarations) this.editVariable(variable, scope);
    }
  }

  print(): string {
    const pieces: string[] = [];
    let at = 0;
    for (const [start, end, text] of this.edits.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
      pieces.push(this.source.slice(at, start), text);
      at = end;
    }
    return [...pieces, this.source.slice(at)].join('');
  }
}

/** Returns the library files of a tsconfig's `lib`, such as ['ES2023', 'DOM'], by name. */
export function oldestLibrary(names: readonly string[]): Map<string, string> {
  const files = new Map<string, string>();
  function read(name: string): void {
    const file = `lib.${name.toLowerCase()}.d.ts`;
    if (files.has(file)) return;
    const source = readFileSync(join(libraryFolder, file), 'utf8');
    files.set(file, source);
    for (const [, referred = ''] of source.matchAll(/\/\/\/ <reference lib="([^"]+)"/g)) read(referred);
  }
  names.forEach(read);
  const parsed = [...files].map(([file, source]) => {
    const statements = parseSync(file, source, { lang: 'dts' }).program.body as unknown as Node[];
    return { file, source, statements };
  });
  const heirs = findHeirs(parsed.flatMap(({ statements }) => statements));
  for (const { file, source, statements } of parsed) {
    const edited = new LibraryFile(source, heirs);
    edited.edit(statements);
    files.set(file, edited.print());
  }
  return files;
}
