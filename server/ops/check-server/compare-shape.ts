/** Compares a response with the app's schema: every field that does not fit, every promised one that is missing, every date without zone. */
import * as z from 'zod/mini';

import { copyFields, idSchema, isOpenField, timestampSchema } from '@/api/shapes';

import { clean } from './finding';
import { findNearName, mendLine } from './near-name';

/** A field that differs from the app's schema. */
export interface Difference {
  /** `items[].title`; '' for the whole body. */
  field: string;
  expected: string;
  found: string;
  near?: string;
  mend?: string;
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

/** Returns the near name of a missing field, and the line that would read it. */
function nearNameOf({ path, schema, parent, known }: Field): Pick<Difference, 'near' | 'mend'> {
  const unknown = Object.keys(parent).filter((name) => !known.includes(name));
  const near = findNearName(path.replace(/^.*\./, ''), unknown, (name) => z.safeParse(schema, parent[name]).success);
  return near === undefined ? {} : { near: clean(near), mend: mendLine(path, clean(near)) };
}

/** Optional fields that the embedded server always sends, although the document of the API does not require them. */
const alwaysSent =
  /(?:^|[.\]])(?:description|status|order|(?:section|lesson|questionSet|user)Count|courseTitle|lastAnswers|studyDays)$/;

/** Returns true for a field that the embedded server always sends, and that another server may leave out. */
function isPromised({ path, schema }: Field): boolean {
  if (alwaysSent.test(path)) return true;
  const def = defOf(schema);
  return isOpenField(schema) || (def.type === 'pipe' && defOf(def.in).type === 'optional');
}

function distinct(differences: readonly Difference[]): Difference[] {
  return [...new Map(differences.map((difference) => [JSON.stringify(difference), difference])).values()];
}

/** Compares a parsed body with the schema with which the app reads it. */
export function compareShape(schema: Schema, body: unknown): Comparison {
  const fields = fieldsOf(schema, body);
  const issues = z.safeParse(schema, body).error?.issues ?? [];
  const misfits = leavesOf(issues).map(({ path }) => {
    const field = nameOf(path);
    const found = typeOf(valueAt(body, path));
    const parent = valueAt(body, path.slice(0, -1));
    const place = fields.find((other) => other.path === field && other.parent === parent);
    const near = place && found === 'なし' ? nearNameOf(place) : {};
    return { field, expected: describe(place?.schema ?? schema), found, ...near };
  });
  const missing = fields
    .filter((field) => (field.value === undefined || field.value === null) && isPromised(field))
    .map((field) => ({
      field: field.path,
      expected: describe(field.schema),
      found: typeOf(field.value),
      ...nearNameOf(field),
    }));
  return { misfits: distinct(misfits), missing: distinct(missing), timestamps: timestampsIn(fields) };
}

function timestampsIn(fields: readonly Field[]): Comparison['timestamps'] {
  return fields.flatMap(({ path, schema, value }) =>
    typeof value === 'string' && describe(schema) === describe(timestampSchema) ? [{ field: path, text: value }] : [],
  );
}
