/** Generates the OpenAPI 3.1 document: paths from the tables of calls, schemas from the zod schemas of src/api. */
import * as z from 'zod/mini';

import { copyFields, idSchema, IDEMPOTENCY_KEY_HEADER, isOpenField, timestampSchema } from '@/api/shapes';

import type { Call } from './call';
import { calls } from './calls';
import { type ShapeName, shapes } from './shapes';

type Json = Record<string, unknown>;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Refusals that every call may answer. */
const commonRefusals = {
  400: 'Malformed request',
  401: 'Not signed in, or wrong credentials',
  429: 'Too many requests; see Retry-After',
};
const refusals: Record<number, string> = {
  ...commonRefusals,
  403: 'Not allowed',
  404: 'Does not exist, or this person may not know that it exists',
  409: 'A conflict; `current` holds the newer version if there is one',
  413: 'Too large',
  415: 'A type of body or file that is not accepted',
  422: 'A field is invalid; `errors` names it',
};

/** Documents an open field as the embedded server sends it: required, and never null. */
function closeOpenFields(schema: z.core.$ZodType, jsonSchema: Json): void {
  if (isOpenField(schema)) {
    const [sent] = jsonSchema.anyOf as Json[];
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, sent);
  }
  const { shape } = schema._zod.def as Partial<z.core.$ZodObjectDef>;
  if (!shape) return;
  const names = Object.keys(shape).filter((name) => isOpenField(shape[name] as z.core.$ZodType));
  const required = [...((jsonSchema.required as string[] | undefined) ?? []), ...names];
  if (names.length > 0) jsonSchema.required = Object.keys(shape).filter((name) => required.includes(name));
}

/**
 * Documents what the embedded server sends. Readers accept more, which the document does not show: integers as ids,
 * missing open fields.
 */
function writtenShape({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }): void {
  closeOpenFields(zodSchema, jsonSchema);
  if (zodSchema === idSchema) {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' });
  }
  if (zodSchema === timestampSchema) Object.assign(jsonSchema, { format: 'date-time' });
  // Leave these fields out: only the app sets them, on its cached copies; no server sends them.
  const properties = jsonSchema.properties as Json | undefined;
  for (const name of Object.keys(copyFields)) delete properties?.[name];
}

/** Returns every shape as JSON Schema, as it is sent on the wire. */
function componentSchemas(): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(shapes)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
    override: writtenShape,
  });
  // `$schema` belongs to the whole document, not to each shape.
  const entries = Object.entries(schemas).map(([id, schema]) => [
    id,
    { ...schema, $schema: undefined, $id: undefined },
  ]);
  return Object.fromEntries(entries) as Json;
}

function pageOf(name: ShapeName, { search }: Call): Json {
  const count = { type: 'integer', minimum: 0 };
  const applied = search && { type: 'array', items: { enum: Object.keys(search) } };
  const counts = { total: count, page: count, size: count, pages: count };
  return {
    type: 'object',
    properties: { items: { type: 'array', items: ref(name) }, ...counts, applied },
    required: ['items', 'total', 'page', 'size', 'pages'],
  };
}

/** Returns the schema of the body of a call's successful response; undefined for an empty body. */
export function answerSchema(call: Call): Json | undefined {
  const { answer, isList } = call;
  if (!answer) return undefined;
  return isList ? pageOf(answer, call) : ref(answer);
}

function requestBody({ body }: Call): Json | undefined {
  if (!body) return undefined;
  if (body.as === 'file') {
    const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  const mediaType = body.as === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  return { required: true, content: { [mediaType]: { schema: ref(body.shape), example: body.example } } };
}

/** Returns the search parameters of a list. Servers ignore invalid values. */
function searchParameters({ search = {}, searchAbility = 'searched-lists', parameterAbilities = {} }: Call): Json[] {
  const schemaOf = (shape: z.core.$ZodType) =>
    shape === idSchema
      ? ref('Id')
      : { ...z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }), $schema: undefined };
  return Object.entries(search).map(([name, shape]) => ({
    name,
    in: 'query',
    schema: schemaOf(shape),
    'x-ability': parameterAbilities[name] ?? searchAbility,
  }));
}

/** Returns true for the creates that a server may recognise by an idempotency key. Submits have an id of their own. */
export function isCreate({ method, status, path }: Call): boolean {
  return method === 'POST' && status === 201 && path !== '/submit/';
}

const idempotencyKey = {
  name: IDEMPOTENCY_KEY_HEADER,
  in: 'header',
  description: 'Made once per create; a repeat with the same key and body is answered as the first request was',
  schema: { type: 'string' },
  'x-ability': 'idempotency-key',
};

function parameters(call: Call): Json[] {
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const schema = name === 'container_name' || name === 'fname' ? { type: 'string' } : ref('Id');
    return { name, in: 'path', required: true, schema };
  });
  const page = { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } };
  const size = { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 } };
  if (call.isList) return [...inPath, page, size, ...searchParameters(call)];
  return isCreate(call) ? [...inPath, idempotencyKey] : inPath;
}

function responses(call: Call): Json {
  const statuses = [...Object.keys(commonRefusals).map(Number), ...(call.refusals ?? [])].toSorted((a, b) => a - b);
  const refused = statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]);
  const schema = answerSchema(call);
  const content = schema && { 'application/json': { schema } };
  return { [call.status]: { description: call.answer ?? 'Nothing', content }, ...Object.fromEntries(refused) };
}

/** Returns the refusals by status; each call refers to those it may answer. */
function refusalResponses(): Json {
  const content = { 'application/problem+json': { schema: ref('Problem') } };
  return Object.fromEntries(
    Object.entries(refusals).map(([status, description]) => [status, { description, content }]),
  );
}

function operation(call: Call): Json {
  const { method, path, summary, roles, ability } = call;
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^a-z]+([a-z])?/gi, (_, letter = '') => letter.toUpperCase())}`,
    summary,
    security: roles === 'anyone' ? [] : [{ bearer: [] }],
    'x-roles': roles === 'anyone' ? undefined : roles,
    'x-ability': ability,
    'x-screens': call.screens,
    parameters: parameters(call),
    requestBody: requestBody(call),
    responses: responses(call),
  };
}

function paths(): Json {
  const all: Record<string, Json> = {};
  for (const call of calls) (all[call.path] ??= {})[call.method.toLowerCase()] = operation(call);
  return all;
}

/** Returns the whole document. JSON.stringify leaves out its `undefined` values. */
export function createOpenApi(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'まなびば',
      version: '1',
      description:
        'The API that the app uses and the embedded server implements. The app reads tolerantly: it drops unknown fields, nullable fields may be missing, ids may be integers. It makes calls with x-ability only if GET /info/ names that ability.',
    },
    servers: [{ url: '/api/v1' }],
    paths: paths(),
    components: {
      schemas: componentSchemas(),
      responses: refusalResponses(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}
