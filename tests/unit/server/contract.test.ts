/**
 * Tests that the contract is true: it lists exactly the server's routes, and the server answers its examples as
 * documented.
 */
import { readFileSync } from 'node:fs';

import { createApp } from '@server/api/app';
import type { Call } from '@server/api/contract/call';
import { calls } from '@server/api/contract/calls';
import { answerSchema, createOpenApi } from '@server/api/contract/openapi';
import type { Services } from '@server/api/http/context';
import { readConfig } from '@server/config';
import { withCallTable } from '@server/tooling/contract/call-table';
import { multipartFile } from '@tests/support/multipart';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';

import { useTestServer } from './support/test-server';

const server = useTestServer();
const written = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));

test('docs/openapi.json and the table in docs/connect-your-api.md are current (update: `npm run contract`)', () => {
  const guide = readFileSync('docs/connect-your-api.md', 'utf8');

  expect(written).toEqual(JSON.parse(JSON.stringify(createOpenApi())));
  expect(guide).toBe(withCallTable(guide));
});

test('the server serves the OpenAPI document', async () => {
  const { status, body } = await server.call('GET', '/api/v1/openapi.json');

  expect(status).toBe(200);
  expect(body).toEqual(written);
});

test('the contract lists every route of the server and no others', () => {
  const { routes } = createApp({ config: readConfig({}) } as Services);
  const served = routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/v1') && !path.endsWith('/openapi.json'))
    .map(
      ({ method, path }) => `${method} ${path.slice('/api/v1'.length).replaceAll(/:\w+/g, '{}').replace(/\/$/, '')}`,
    );
  const named = calls.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}').replace(/\/$/, '')}`);

  expect(named.toSorted()).toEqual([...new Set(served)].toSorted());
});

/** Throws if a value does not match a schema of the OpenAPI document. */
function createValidator() {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(written, 'contract');
  return (schema: object, value: unknown) => {
    const whole = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"contract#/components'));
    ajv.validate(whole, value);
    return ajv.errors ?? [];
  };
}
const complaintsAbout = createValidator();

/** Values that examples need and only a running server knows. */
const known = new Map<string, string>();

/** Puts a question set into the trash. @returns the id of its deletion. */
async function putInTrash(): Promise<string> {
  await server.call('DELETE', '/api/v1/question-set/git-q-team', { as: 'staff' });
  return (await server.call('GET', '/api/v1/trash/', { as: 'staff' })).body.items[0].id;
}

async function make({ method, path, body, example }: Call) {
  const params = { ...example?.params };
  if (params.id === 'words') params.id = known.get('words') ?? '';
  if (params.id === 'trashed') params.id = await putInTrash();
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name) => params[name] ?? '');
  const as = example?.as ?? 'student';
  if (body?.as === 'file')
    return server.call(method, `/api/v1${url}`, { as, ...multipartFile(Buffer.from(body.example)) });
  if (body?.as === 'form') {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return server.call(method, `/api/v1${url}`, { body: new URLSearchParams(body.example).toString(), headers });
  }
  const json = body && JSON.parse(JSON.stringify(body.example).replace('{refresh_token}', known.get('refresh') ?? ''));
  return server.call(method, `/api/v1${url}`, { as, json });
}

/** Deletions are tried last, because other examples need what they delete. */
const inOrder = calls.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));

test.each(inOrder.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s answers its example as documented',
  async (_, call) => {
    if (call.body && call.body.as !== 'file') {
      expect(complaintsAbout({ $ref: `#/components/schemas/${call.body.shape}` }, call.body.example)).toEqual([]);
    }
    const answer = await make(call);

    expect({ status: answer.status, detail: answer.body.detail }).toEqual({ status: call.status, detail: undefined });
    const schema = answerSchema(call);
    if (schema) expect(complaintsAbout(schema, answer.body)).toEqual([]);
    else expect(answer.body).toBe('');
    if (call.path === '/authorize') known.set('refresh', answer.body.refresh_token);
    if (call.body?.as === 'file') known.set('words', answer.body.id);
  },
);

test('an error response matches the schema Problem of the OpenAPI document', async () => {
  const { body } = await server.call('POST', '/api/v1/courses/', { as: 'staff', json: {} });

  expect(complaintsAbout({ $ref: '#/components/schemas/Problem' }, body)).toEqual([]);
});

test('the schema check of the contract tests fails for a response with another structure', () => {
  expect(complaintsAbout({ $ref: '#/components/schemas/Course' }, { id: 1, title: '題' })).not.toEqual([]);
});
