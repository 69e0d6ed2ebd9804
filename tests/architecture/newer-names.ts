/**
 * Finds newer APIs by name, where no types are known: in scripts that are not compiled, in built packages, in markup.
 */
import { parseSync } from 'rolldown/utils';

import { featureAt, namesBelow, whoLacks } from './browser-support';
import { type SyntaxNode, visit } from './modules';

export interface NewerName {
  name: string;
  line: number;
  /** The browsers that lack the API, with the first version that has it. */
  lacking: string[];
}

const builtins = ['javascript', 'builtins'];

/** Methods that are new in every builtin that has a method of that name, such as `toSorted`. */
const newMethods = new Map<string, string[]>();
for (const owner of namesBelow(...builtins)) {
  for (const name of namesBelow(...builtins, owner)) {
    const lacking = whoLacks(featureAt(...builtins, owner, name));
    newMethods.set(name, newMethods.get(name)?.length === 0 ? [] : lacking);
  }
}

interface NamedNode extends SyntaxNode {
  name?: string;
  computed?: boolean;
  object?: NamedNode;
  property?: NamedNode;
  callee?: NamedNode;
}

/** Returns the name of the API that a node uses, and the browsers that lack it. */
function readNewer({ type, computed, object, property, callee }: NamedNode): Omit<NewerName, 'line'> | undefined {
  if (type === 'MemberExpression' && !computed && object?.name && property?.name) {
    const [owner, member] = [object.name, property.name];
    const feature = featureAt(...builtins, owner, member) ?? featureAt('api', owner, `${member}_static`);
    return { name: `${owner}.${member}`, lacking: whoLacks(feature) };
  }
  if (!callee) return undefined;
  if (callee.type !== 'MemberExpression') {
    const { name = '' } = callee;
    return { name, lacking: whoLacks(featureAt(...builtins, name) ?? featureAt('api', name)) };
  }
  const name = callee.property?.name ?? '';
  const isStatic = featureAt(...builtins, callee.object?.name ?? '', name) !== undefined;
  return { name, lacking: isStatic ? [] : (newMethods.get(name) ?? []) };
}

/** Returns the newer builtins, static methods and methods of the language that a script names, guarded or not. */
export function findNewerNames(source: string, file = 'script.js'): NewerName[] {
  const found: NewerName[] = [];
  visit(parseSync(file, source).program.body, (node) => {
    const read = readNewer(node);
    if (read && read.lacking.length > 0) found.push({ ...read, line: lineOf(source, node) });
  });
  return found;
}

const lineOf = (source: string, { start }: SyntaxNode) => source.slice(0, Number(start)).split('\n').length;

/** Returns the newer elements and attributes of a module's markup. */
export function findNewerMarkup(source: string, file: string): NewerName[] {
  const found: NewerName[] = [];
  visit(parseSync(file, source).program.body, (node) => {
    const tag = node.type === 'JSXOpeningElement' ? (node.name as NamedNode).name : undefined;
    if (!tag || !/^[a-z]/.test(tag)) return;
    const note = (name: string, ...place: string[]) => {
      const lacking = whoLacks(featureAt('html', ...place), { onPhones: false });
      if (lacking.length > 0) found.push({ name, line: lineOf(source, node), lacking });
    };
    note(`<${tag}>`, 'elements', tag);
    for (const attribute of node.attributes as { name?: NamedNode; value?: { value?: unknown } }[]) {
      const name = attribute.name?.name?.toLowerCase();
      if (!name) continue;
      const place = featureAt('html', 'elements', tag, name) ? ['elements', tag, name] : ['global_attributes', name];
      note(`<${tag} ${name}>`, ...place);
      note(`<${tag} ${name}="${String(attribute.value?.value)}">`, ...place, String(attribute.value?.value));
    }
  });
  return found;
}
