/**
 * Compares a response with the app's schema: every field that does not fit, every promised one that is missing, every
 * date without zone.
 */
import * as z from 'zod/mini';

import { snake } from '@/api/dialect/declared';
import { copyFields, idSchema, isOpenField, timestampSchema } from '@/api/shapes';

import { clean } from './finding';
import { type Mend, mendArray, mendName, mendType, mendValue, mergeMends } from './mend';

/** Words that other servers use for ours. */
const synonyms: Record<string, string> = {
  modified: 'updated',
  changed: 'updated',
  date: 'at',
  on: 'at',
  registered: 'created',
  completed: 'finished',
  enabled: 'active',
  summary: 'description',
  overview: 'description',
  announcement: 'notice',
  remark: 'note',
  memo: 'note',
  contact: 'support',
  mail: 'email',
  address: 'email',
  size: 'length',
  original: 'file',
  filename: 'file',
  commentary: 'explanation',
  label: 'title',
  name: 'title',
  heading: 'title',
  text: 'body',
  content: 'body',
  markdown: 'body',
  statement: 'body',
  prompt: 'body',
  stem: 'body',
  ordering: 'order',
  sort: 'order',
  learner: 'student',
  instructor: 'teacher',
  administrator: 'admin',
  kind: 'type',
  option: 'choice',
  result: 'item',
  data: 'item',
  row: 'item',
  record: 'item',
  num: 'count',
  number: 'count',
  total: 'count',
  position: 'order',
  sequence: 'order',
  duration: 'minute',
  login: 'username',
  organization: 'company',
  quiz: 'question',
  discord: 'community',
  slack: 'community',
  chat: 'community',
  point: 'score',
};

/** Splits a name in camelCase or snake_case into words without plural, each by its usual name here. */
function wordsOf(name: string): Set<string> {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .map((word) => word.replace(/(?<=[^s]{2})s$/, ''));
  return new Set(words.map((word) => synonyms[word] ?? word));
}

/** Returns the share of common words among all words of two names. */
function likeness(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if ([...a].join('') === [...b].join('')) return 1;
  const common = [...a].filter((word) => b.has(word)).length;
  const share = common / (a.size + b.size - common);
  // `completedLessonCount` counts something else than `lessonCount`.
  return /count$/i.test(one) && share < 1 ? 0 : share;
}

/** Share of common words from which two names are taken for the same. */
const LIKE = 0.5;

/** Returns true if a name is more like another one of the app's names than like the missing one. */
function isOfOther(name: string, missing: string, known: readonly string[]): boolean {
  const own = likeness(missing, name);
  return known.some((other) => other !== missing && likeness(other, name) > own);
}

/**
 * Returns the name that is most like a missing one; undefined if none is.
 *
 * @param fits returns true if the value of a name would fit; such names go first.
 * @param known all names of the app: each of the server's names belongs to the one that it is most like.
 */
export function findNearName(
  missing: string,
  names: readonly string[],
  fits: (name: string) => boolean = () => true,
  known: readonly string[] = [],
): string | undefined {
  // `company_id` is no `id`: the id of another thing.
  if (missing === 'id') return names.find((name) => /^(?:_id|pk|uu?id|guid|identifier)$/i.test(name));
  const scores = names
    .filter((name) => !isOfOther(name, missing, known))
    .map((name) => {
      const score = likeness(missing, name);
      return { name, score: score >= LIKE && fits(name) ? score + 1 : score };
    });
  const best = scores.toSorted((a, b) => b.score - a.score)[0];
  return best && best.score >= LIKE ? best.name : undefined;
}

/** A field that differs from the app's schema. */
export interface Difference {
  /** `items[].title`; '' for the whole body. */
  field: string;
  expected: string;
  found: string;
  near?: string;
  mend?: Mend;
}

export interface Comparison {
  /** Fields that do not fit: the app refuses the response. */
  misfits: Difference[];
  /** Fields that the embedded server sends and this response lacks: the app works with less. */
  missing: Difference[];
  /** Timestamps, with the field that has them. */
  timestamps: { field: string; text: string }[];
}

type Schema = z.core.$ZodType;

interface Field {
  path: string;
  schema: Schema;
  value: unknown;
  /** The object that has the field, and the names that its schema knows. */
  parent: Record<string, unknown>;
  known: readonly string[];
}

const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;

/** Returns the JSON type of a value. */
function typeOf(value: unknown): string {
  if (value === undefined) return 'なし';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Returns the alternative of a union that fits a value best. */
function bestOption(options: readonly Schema[], value: unknown): Schema | undefined {
  const depths = options.map((option) => {
    const { error } = z.safeParse(option, value);
    return error ? Math.max(...leavesOf(error.issues).map(({ path }) => path.length)) : Infinity;
  });
  return options[depths.indexOf(Math.max(...depths))];
}

/** Lists the fields of a schema's objects, with the values that came. */
function fieldsOf(schema: Schema, value: unknown, path = ''): Field[] {
  const def = defOf(schema);
  if (def.type === 'pipe') return fieldsOf(defOf(def.in).type === 'transform' ? def.out : def.in, value, path);
  if (def.type === 'optional' || def.type === 'nullable') return fieldsOf(def.innerType, value, path);
  if (def.type === 'union') {
    const option = bestOption(def.options, value);
    return option ? fieldsOf(option, value, path) : [];
  }
  if (def.type === 'array' && Array.isArray(value))
    return value.flatMap((item: unknown) => fieldsOf(def.element, item, `${path}[]`));
  if (def.type !== 'object' || typeOf(value) !== 'object') return [];
  const parent = value as Record<string, unknown>;
  const known = Object.keys(def.shape);
  return Object.entries(def.shape).flatMap(([name, field]) => {
    if (name in copyFields) return [];
    const at = path ? `${path}.${name}` : name;
    return [{ path: at, schema: field, value: parent[name], parent, known }, ...fieldsOf(field, parent[name], at)];
  });
}

/** Returns the words for what a schema accepts. */
function describe(schema: Schema): string {
  if (schema === idSchema) return 'id（1〜64字の英数字と _ -、または整数）';
  if (schema === timestampSchema) return '日時（ISO 8601）';
  const def = defOf(schema);
  if (def.type === 'pipe') return describe(defOf(def.in).type === 'transform' ? def.out : def.in);
  if (def.type === 'optional' || def.type === 'nullable') return describe(def.innerType);
  if (def.type === 'union') return def.options.map(describe).join(' | ');
  if (def.type === 'enum') return Object.values(def.entries).join(' | ');
  return def.type;
}

/** Times in seconds are less, times in milliseconds since 1973 are more. */
const FIRST_MILLISECONDS = 1e11;

interface Leaf {
  path: PropertyKey[];
  isDeep: boolean;
}

/** Returns the places of all issues; in a union those of the alternative that fits furthest. */
function leavesOf(issues: readonly z.core.$ZodIssue[]): Leaf[] {
  return issues.flatMap((issue) => {
    const alternatives = issue.code === 'invalid_union' ? issue.errors.map(leavesOf) : [];
    const depths = alternatives.map((leaves) => Math.max(0, ...leaves.map(({ path }) => path.length)));
    const deepest = Math.max(0, ...depths);
    const leaves = deepest > 0 ? alternatives[depths.indexOf(deepest)] : undefined;
    return (leaves ?? [{ path: [] }]).map(({ path }) => ({ path: [...issue.path, ...path], isDeep: deepest > 0 }));
  });
}

function nameOf(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? '[]' : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}

const valueAt = (body: unknown, path: readonly PropertyKey[]) =>
  path.reduce((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], body);

/** Returns the near name of a missing field, and what would read it. */
function nearNameOf({ path, schema, parent, known }: Field, call: string): Pick<Difference, 'near' | 'mend'> {
  const expectsList = describe(schema) === 'array';
  const unknown = Object.keys(parent).filter(
    (name) => !known.includes(name) && Array.isArray(parent[name]) === expectsList,
  );
  const fits = (name: string) => z.safeParse(schema, parent[name]).success;
  const near =
    findNearName(path.replace(/^.*\./, ''), unknown, fits, known) ??
    // The only list, in place of the list of a page.
    (path === 'items' && unknown.length === 1 ? unknown[0] : undefined);
  return near === undefined ? {} : { near: clean(near), mend: mendName(call, path, clean(near), parent) };
}

const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;
const WORD = /^[\w-]{1,40}$/;

/**
 * Returns what would read a value of another form: a word for a choice, a number for a time, a text for a number, 0 or
 * 1 for a truth value, an array for a resource with one list.
 */
function mendOf(call: string, field: string, schema: Schema, value: unknown): Mend | undefined {
  if (field === '' && Array.isArray(value)) return mendArray(call);
  if (describe(schema) === describe(timestampSchema) && typeof value === 'number')
    return { times: value < FIRST_MILLISECONDS ? 'seconds' : 'milliseconds' };
  const expected = describe(schema);
  if (expected === 'number' && typeof value === 'string' && NUMBER.test(value)) return mendType(call, field, 'number');
  if (expected === 'boolean' && (value === 0 || value === 1)) return mendType(call, field, 'boolean');
  const choices = expected.split(' | ');
  if (typeof value !== 'string' || !WORD.test(value) || choices.length < 2) return undefined;
  const ours = findNearName(value, choices);
  return ours === undefined ? undefined : mendValue(call, field, ours, value);
}

/** Returns the names of the fields in a schema's object; empty for anything else. */
function namesIn(schema: Schema): string[] {
  const def = defOf(schema);
  if (def.type === 'pipe') return namesIn(defOf(def.in).type === 'transform' ? def.out : def.in);
  if (def.type === 'optional' || def.type === 'nullable') return namesIn(def.innerType);
  if (def.type === 'union') return def.options.flatMap(namesIn);
  return def.type === 'object' ? Object.keys(def.shape) : [];
}

/** Finds the field of a body that has the whole resource: `{data: {…}}`. */
function findWrapper(schema: Schema, body: unknown): string | undefined {
  const known = namesIn(schema);
  if (typeOf(body) !== 'object' || known.length === 0) return undefined;
  const entries = Object.entries(body as object);
  if (entries.some(([name]) => findNearName(name, known) !== undefined)) return undefined;
  const inside = entries.filter(([, value]) => typeOf(value) === 'object');
  return inside.find(([, value]) =>
    Object.keys(value as object).some((name) => known.includes(name) || known.map(snake).includes(name)),
  )?.[0];
}

/** Returns true for a field that the embedded server always sends, and that another server may leave out. */
function isPromised({ schema, path, parent }: Field): boolean {
  const def = defOf(schema);
  const isOfText = path.endsWith('choices') && parent.type === 'text';
  return !isOfText && (isOpenField(schema) || (def.type === 'pipe' && defOf(def.in).type === 'optional'));
}

/** Returns true for a field that not every thing has, such as a lesson's text; a page's own fields are none. */
function isOptional({ schema, value, known }: Field): boolean {
  return defOf(schema).type === 'optional' && value === undefined && !known.includes('items');
}

/** Joins equal differences, and those of one field with different values. */
function distinct(differences: readonly Difference[]): Difference[] {
  const joined = new Map<string, Difference>();
  for (const difference of differences) {
    const { mend, ...place } = difference;
    const key = JSON.stringify([place, Object.keys(mend ?? {})]);
    const known = joined.get(key)?.mend;
    joined.set(key, mend && known ? { ...difference, mend: mergeMends([known, mend]) } : difference);
  }
  return [...joined.values()];
}

/** Compares a parsed body with the schema with which the app reads it. @param call `GET /lessons/{id}` */
export function compareShape(schema: Schema, body: unknown, call: string): Comparison {
  const wrapper = findWrapper(schema, body);
  if (wrapper !== undefined) return ofWrapper(call, clean(wrapper));
  const fields = fieldsOf(schema, body);
  const issues = z.safeParse(schema, body).error?.issues ?? [];
  const misfits = leavesOf(issues).map(({ path }) => {
    const field = nameOf(path);
    const value = valueAt(body, path);
    const found = typeOf(value);
    const parent = valueAt(body, path.slice(0, -1));
    const place = fields.find((other) => other.path === field && other.parent === parent);
    const mend = mendOf(call, field, place?.schema ?? schema, value);
    const near = place && found === 'なし' ? nearNameOf(place, call) : mend && { mend };
    return { field, expected: describe(place?.schema ?? schema), found, ...near };
  });
  const missing = fields
    .filter(({ value }) => value === undefined || value === null)
    .map((field) => ({ ...field, ...nearNameOf(field, call) }))
    .filter((field) => isPromised(field) || (field.near !== undefined && isOptional(field)))
    .map(({ path, schema, value, near, mend }) => ({
      field: path,
      expected: describe(schema),
      found: typeOf(value),
      ...(near !== undefined && { near, mend }),
    }));
  return { misfits: distinct(misfits), missing: distinct(missing), timestamps: timestampsIn(fields) };
}

/** Returns the one difference of a body that has everything in one field. */
function ofWrapper(call: string, wrapper: string): Comparison {
  const mend: Mend =
    wrapper === 'data' ? { lists: { envelope: 'data' } } : { answers: { [call]: [{ unwrap: wrapper }] } };
  const difference = { field: '', expected: 'object', found: `${wrapper} の中の object`, mend };
  return { misfits: [difference], missing: [], timestamps: [] };
}

function timestampsIn(fields: readonly Field[]): Comparison['timestamps'] {
  return fields.flatMap(({ path, schema, value }) =>
    typeof value === 'string' && describe(schema) === describe(timestampSchema) ? [{ field: path, text: value }] : [],
  );
}
