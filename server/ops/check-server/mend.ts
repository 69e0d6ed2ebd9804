/**
 * The parts of a dialect (docs/how-to/dialect.md) that mend what the checks find, as lines to copy and as a whole first
 * file.
 */
import { kindAt, kindsInside, snake } from '@/api/dialect/declared';
import type { Answered, Dialect, Json, Kind, Lists } from '@/api/dialect/dialect';

/** A step of a function in `answers`. */
export type Step =
  /** The body is an array in place of a resource with one list. */
  | { wrap: string; id: string }
  /** The resource is in a field of the body. */
  | { unwrap: string }
  /** The id of the current user is in the access token. */
  | { subject: true }
  /** The field has another name, in a part of the body for which a dialect declares no names. */
  | { field: string; from: string }
  /** The field is a text in place of a number, or a number in place of a truth value. */
  | { field: string; as: 'number' | 'boolean' };

/** A part of a dialect. */
export interface Mend extends Pick<Dialect, 'keys' | 'slashes' | 'times' | 'errors' | 'names' | 'values'> {
  lists?: Lists;
  /** The field of refusals that has their message. */
  toError?: 'message' | 'error';
  /** Steps by the app's call. */
  answers?: Record<string, Step[]>;
}

/**
 * Returns the statement that gives a field its value.
 *
 * @param field `sections[].title` @param valueOf returns the statement for the field's owner and its path below.
 */
function statementOf(field: string, valueOf: (owner: string, path: string[]) => string): string {
  const [last = '', ...lists] = field.split('[].').toReversed();
  const loops = lists.toReversed().map((list, depth) => {
    const item = `item${depth + 1}`;
    return `for (const ${item} of ${depth === 0 ? 'body' : `item${depth}`}${list && `.${list}`}) `;
  });
  return `${loops.join('')}${valueOf(loops.length > 0 ? `item${loops.length}` : 'body', last.split('.'))}`;
}

function renaming(from: string) {
  return (item: string, path: string[]) => {
    const owner = [item, ...path.slice(0, -1)].join('.');
    return `${owner}.${path.at(-1) ?? ''} = ${owner}[${JSON.stringify(from)}];`;
  };
}

function converting(as: 'number' | 'boolean') {
  return (item: string, path: string[]) => {
    const [place, came] = [[item, ...path].join('.'), as === 'number' ? 'string' : 'number'];
    const value = as === 'number' ? `Number(${place})` : `${place} !== 0`;
    return `if (typeof ${[item, ...path].join('?.')} === "${came}") ${place} = ${value};`;
  };
}

function codeOf(step: Step): string {
  if ('wrap' in step) return `body = { ${step.id}: id, ${step.wrap}: body };`;
  if ('unwrap' in step) return `body = body[${JSON.stringify(step.unwrap)}];`;
  if ('subject' in step) return 'body.id ??= subject;';
  return statementOf(step.field, 'as' in step ? converting(step.as) : renaming(step.from));
}

function functionOf(steps: readonly Step[]): string {
  const code = steps.map(codeOf);
  const used = ['id', 'subject'].filter((name) =>
    code.some((line) => new RegExp(`(?<![.\\w"])${name}\\b(?!:)`).test(line)),
  );
  return `(body${used.length > 0 ? `, { ${used.join(', ')} }` : ''}) => { ${[...code, 'return body;'].join(' ')} }`;
}

/** Takes the steps that need no further names, to go on with what they make readable. */
export function applySteps(steps: readonly Step[], body: Json, { id, subject }: Answered): Json {
  return steps.reduce((read: Json, step) => {
    if ('wrap' in step) return Array.isArray(read) ? { [step.id]: id, [step.wrap]: read } : read;
    if ('unwrap' in step) return read?.[step.unwrap] ?? read;
    return 'subject' in step ? { ...read, id: read?.id ?? subject } : read;
  }, body);
}

/** Returns the function that reads a message as problem details, and leaves errors of fields to what is declared. */
export const toErrorBy = (field: string) => (body: Json, status: number) =>
  body?.errors ? undefined : { title: body?.[field], status, detail: body?.[field] };

const codeOfError = (field: string) =>
  `(body, { status }) => body.errors ? undefined : { title: body.${field}, status, detail: body.${field} }`;

/** Writes a part of a dialect as code. */
function partOf([name, value]: [string, unknown], indent: string): string {
  return `${name}: ${name === 'toError' ? codeOfError(String(value)) : toCode(value, indent)},`;
}

/** Writes a value as code. The keys are the app's own names, the texts are quoted. */
function toCode(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const below = indent && `${indent}  `;
  const entries = Object.entries(value).map(([name, each]: [string, unknown]) => {
    const code = Array.isArray(each) ? functionOf(each as Step[]) : toCode(each, below);
    return `${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${code}`;
  });
  return indent ? `{\n${entries.map((each) => `${below}${each},\n`).join('')}${indent}}` : `{ ${entries.join(', ')} }`;
}

/** Returns the line of a dialect. */
export function lineOf(mend: Mend): string {
  return Object.entries(mend)
    .map((part) => partOf(part, ''))
    .join(' ');
}

function mergeTwo<T>(one: T, other: T): T {
  if (Array.isArray(one) && Array.isArray(other)) {
    const known = new Set(one.map((each) => JSON.stringify(each)));
    return [...one, ...other.filter((each) => !known.has(JSON.stringify(each)))] as T;
  }
  if (typeof one !== 'object' || typeof other !== 'object') return one ?? other;
  const names = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})]) as Set<keyof T>;
  return Object.fromEntries([...names].map((name) => [name, mergeTwo(one?.[name], other?.[name])])) as T;
}

/** Puts parts together; the first one to name a field counts. */
export function mergeMends(mends: readonly Mend[]): Mend {
  return mends.reduce((one, other) => mergeTwo(one, other), {});
}

/** Returns the file of a first dialect. @param rest what it does not mend, a line each. */
export function toDialectFile(mend: Mend, rest: readonly string[]): string {
  const parts = Object.entries(mend).map((part) => `  ${partOf(part, '  ')}\n`);
  return [
    '/** 一次の案です。npm run check-server -- --init が書きました（docs/how-to/dialect.md）。名前の対応を一つずつ確かめてください。 */',
    "import type { Dialect } from '@/api/dialect/dialect';",
    '',
    'export const dialect: Dialect = {',
    "  version: 'ours-1', // ファイルを変えるたびに変えます。",
    `${parts.join('')}};`,
    ...(rest.length > 0 ? ['', '// まだ合っていないもの:'] : []),
    ...rest.map((line) => `// ${line}`),
    '',
  ].join('\n');
}

/** Returns the resource that has a field, and the field's name in it; undefined for a part without a kind. */
function placeOf(call: string, field: string): { kind: Kind; name: string } | undefined {
  const path = call.slice(call.indexOf(' ') + 1);
  const names = field.replace(/^(?:items)?\[\]\./, '').split('[].');
  const name = names.pop() ?? '';
  const kind = names.reduce<Kind | undefined>((above, list) => above && kindsInside[above]?.[list], kindAt(path));
  return kind && !name.includes('.') ? { kind, name } : undefined;
}

const lettersOf = (text: string) => text.replaceAll(/[^a-z]/gi, '').toLowerCase();

/**
 * Returns what declares a list, and further properties of it.
 *
 * @param envelope the name of the field with the items.
 */
export function mendList(envelope: string, body: Json, lists: Omit<Lists, 'envelope'> = {}): Mend {
  const counts = Object.keys(Object(body)).filter((name) => typeof body[name] === 'number');
  const isKnown = counts.some((name) => name === 'total' || name === 'count');
  const total = isKnown ? undefined : counts.find((name) => /total|count/i.test(name) && !/page/i.test(name));
  return { lists: { envelope, ...(total !== undefined && { total }), ...lists } };
}

/**
 * Returns what reads a field from another name.
 *
 * @param call `GET /lessons/{id}` @param parent the object that has the field.
 */
export function mendName(call: string, field: string, near: string, parent?: Json): Mend {
  const name = field.replace(/^.*[.\]]/, '');
  if (near !== name && near === snake(name)) return { keys: 'snake' };
  // Lists that are named after their resource have no common envelope; `content` is Spring's.
  const isOfResource = near !== 'content' && lettersOf(call).includes(lettersOf(near));
  if (field === 'items' && !isOfResource) return mendList(near, parent);
  const place = placeOf(call, field);
  if (place && field !== 'items') return { names: { [place.kind]: { [place.name]: near } } };
  return { answers: { [call]: [{ field, from: near }] } };
}

/** Returns the mend that reads a number written as a text, or a truth value written as 0 or 1. */
export function mendType(call: string, field: string, as: 'number' | 'boolean'): Mend {
  return { answers: { [call]: [{ field, as }] } };
}

/** Returns what reads a value of a choice. */
export function mendValue(call: string, field: string, ours: string, theirs: string): Mend | undefined {
  const place = placeOf(call, field);
  return place && { values: { [place.kind]: { [place.name]: { [ours]: theirs } } } };
}

/** Returns what reads a bare array in place of a resource. */
export function mendArray(call: string): Mend | undefined {
  const kind = kindAt(call.slice(call.indexOf(' ') + 1));
  const [list] = Object.keys((kind && kindsInside[kind]) ?? {});
  const ids: Partial<Record<Kind, string>> = {
    explanation: 'questionSetId',
    progress: 'userId',
    courseProgress: 'courseId',
  };
  const id = (kind && ids[kind]) ?? 'id';
  return list === undefined ? undefined : { answers: { [call]: [{ wrap: list, id }] } };
}
