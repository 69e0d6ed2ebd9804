/** The contract as OpenAPI 3.1 says it: paths from the tables of calls, shapes from the zod schemas of src/api. */
import * as z from 'zod/mini';

import { copyFields, idSchema, timestampSchema } from '@/api/shapes';

import type { Call } from './call';
import { calls } from './calls';
import { type ShapeName, shapes } from './shapes';

type Json = Record<string, unknown>;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** What any call may be refused with; 401 not where nobody has to be signed in for it. */
const commonRefusals = { 400: 'Malformed request', 401: 'Not signed in, or wrong', 429: 'Too often; see Retry-After' };
const refusals: Record<number, string> = {
  ...commonRefusals,
  403: 'Not allowed',
  404: 'Not there, or not for this person to know of',
  409: 'A conflict; `current` holds the newer version where there is one',
  413: 'Too large',
  415: 'A kind of body or file that is not taken',
  422: 'A field is wrong; `errors` names it',
};

/** Ids are written as strings: that integers are read, too, is a kindness of the reader. */
function writtenShape({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }): void {
  if (zodSchema === idSchema) {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' });
  }
  if (zodSchema === timestampSchema) Object.assign(jsonSchema, { format: 'date-time' });
  // Set by the app on copies of its own; no server sends it.
  const properties = jsonSchema.properties as Json | undefined;
  for (const name of Object.keys(copyFields)) delete properties?.[name];
}

/** Every shape of the contract as JSON Schema, the way it is written on the wire. */
function componentSchemas(): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(shapes)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
    override: writtenShape,
  });
  // Of the whole document, not of each shape.
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

/** The schema of a call's good answer; undefined for an empty one. */
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

/** What is no value of a parameter is passed over, not refused. */
function searchParameters(search: z.core.$ZodLooseShape): Json[] {
  const schemaOf = (shape: z.core.$ZodType) =>
    shape === idSchema
      ? ref('Id')
      : { ...z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }), $schema: undefined };
  return Object.entries(search).map(([name, shape]) => ({
    name,
    in: 'query',
    schema: schemaOf(shape),
    'x-ability': 'searched-lists',
  }));
}

function parameters({ path, isList, search = {} }: Call): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const schema = name === 'container_name' || name === 'fname' ? { type: 'string' } : ref('Id');
    return { name, in: 'path', required: true, schema };
  });
  const page = { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } };
  const size = { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 } };
  return isList ? [...inPath, page, size, ...searchParameters(search)] : inPath;
}

function responses(call: Call): Json {
  const statuses = [...Object.keys(commonRefusals).map(Number), ...(call.refusals ?? [])].toSorted((a, b) => a - b);
  const refused = statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]);
  const schema = answerSchema(call);
  const content = schema && { 'application/json': { schema } };
  return { [call.status]: { description: call.answer ?? 'Nothing', content }, ...Object.fromEntries(refused) };
}

/** The refusals by their status; each call names those it may answer. */
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

/** The whole document; what is `undefined` in it is left out when it is written as JSON. */
export function createOpenApi(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'まなびば',
      version: '1',
      description:
        'What the app asks of a server, and what the embedded server answers. Reading is tolerant: unknown fields are dropped, fields that may be null may be left out, ids may be integers. Calls with x-ability are made only where GET /info/ names that ability.',
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
