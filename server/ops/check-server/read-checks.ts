/**
 * Makes all GET calls of the contract that a role may make, with ids from the answers, and compares each with the app's
 * schema.
 */
import type { Call } from '@server/api/contract/call';
import { calls } from '@server/api/contract/calls';
import { shapes } from '@server/api/contract/shapes';
import * as z from 'zod/mini';

import { subjectOf } from '@/api/dialect/further-gets';
import { pageSchema } from '@/api/shapes';
import { currentUserSchema } from '@/api/users';

import { compareShape, type Comparison } from './compare-shape';
import type { Connection, ServerAnswer } from './connection';
import type { Finding } from './finding';
import { findingsOf, judgeAnswer } from './judge-answer';
import { checkList } from './list-checks';
import { idOf, itemsOf, Samples } from './samples';
import type { Asker } from './sign-in-checks';

/** How many things of a kind are read; of files, the texts of as many lessons and some pictures. */
const SAMPLE_COUNT = 3;
const FILE_COUNT = 5;

/** A response that fits or not, kept for the checks across calls. */
export interface ReadAnswer extends Comparison {
  /** `GET /courses/{id}` */
  call: string;
  params: readonly string[];
  body: unknown;
  headers: Headers;
}

/** All that was read as one role. */
export interface Reading {
  asker: Asker;
  findings: Finding[];
  answers: ReadAnswer[];
  samples: Samples;
}

/** Returns the schema with which the app reads a call's response. */
function schemaOf({ path, answer, isList }: Call): z.core.$ZodType {
  if (path === '/me/') return currentUserSchema;
  const schema: z.core.$ZodType = answer ? shapes[answer] : z.unknown();
  return isList ? pageSchema(schema) : schema;
}

const nameOf = ({ method, path }: Call) => `${method} ${path}`;

/** Returns the values for the parameters of a call's path, for each sample. */
function paramsOf({ path }: Call, samples: Samples): string[][] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.length === 0) return [[]];
  const resource = /^\/([^/]+)/.exec(path)?.[1] ?? '';
  if (resource !== 'progress')
    return samples.of(resource, resource === 'content' ? FILE_COUNT : SAMPLE_COUNT).map((id) => [id]);
  const [user] = samples.of('users', 1);
  const [course] = samples.of('courses', 1);
  const values = names.map((name) => (name === 'user_id' ? user : course));
  return values.every((value) => value !== undefined) ? [values] : [];
}

const fill = (path: string, params: readonly string[]) => {
  const left = [...params];
  return path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(left.shift() ?? ''));
};

/** Softens the refusal of a call that the app can do without. */
function withoutCall(call: Call, answer: ServerAnswer, findings: Finding[]): Finding[] {
  const isMissing = [404, 405, 501].includes(answer.status) && !answer.gateway && !call.path.includes('{id}');
  const { screens } = call;
  if (call.without === 'screen' && screens.length > 0 && answer.status >= 400)
    return findings.map((finding) => ({ ...finding, words: `${finding.words}開けない画面: ${screens.join('、')}。` }));
  if (call.without === 'part' && answer.status === 403 && !answer.gateway)
    return [{ state: 'warn', about: nameOf(call), words: '403 を返します。この役割では、この機能なしで動きます。' }];
  if (call.without !== 'part' || !isMissing) return findings;
  return [{ state: 'warn', about: nameOf(call), words: `${answer.status} を返します。この機能なしで動きます。` }];
}

/** Softens the findings of a call that no screen makes, and says no more of its fields than that they do not fit. */
function ofNoScreen({ screens, ...call }: Call, findings: Finding[]): Finding[] {
  if (screens.length > 0) return findings;
  const words = '合っていない項目がありますが、どの画面も使いません。';
  const isField = ({ field, mend }: Finding) => field !== undefined && !mend?.keys && !mend?.lists;
  const failed = findings.filter(({ state }) => state === 'fail');
  const whole = failed
    .filter((finding) => !isField(finding))
    .map((finding) => ({ ...finding, state: 'warn' as const }));
  return failed.some(isField) ? [...whole, { state: 'warn', about: `${call.method} ${call.path}`, words }] : whole;
}

/** The access token may have the id that GET /me/ lacks. */
function withSubject({ bearer }: Asker, { path }: Call, finding: Finding): Finding {
  const isMissing = path === '/me/' && finding.field === 'id' && finding.found === 'なし' && !finding.mend;
  return isMissing && subjectOf(bearer) !== undefined
    ? { ...finding, mend: { answers: { 'GET /me/': [{ subject: true }] } } }
    : finding;
}

/** Makes one call once. */
async function readOne(connection: Connection, call: Call, reading: Reading, params: readonly string[]): Promise<void> {
  const { asker, samples } = reading;
  const path = fill(call.path, params);
  const listed = call.isList ? await checkList(connection, nameOf(call), path, asker.bearer) : undefined;
  const answer = listed?.answer ?? (await connection.send(path, { bearer: asker.bearer }));
  const refused = judgeAnswer(nameOf(call), answer);
  const findings = [...(listed?.findings ?? [])];
  if (refused) findings.push(...withoutCall(call, answer, refused));
  const { body, headers } = answer;
  const resource = /^\/([^/]+)\/$/.exec(call.path)?.[1];
  if (call.isList && resource) samples.add(resource, itemsOf(body).map(idOf));
  else samples.addBelow(body);
  if (!refused) {
    const comparison = compareShape(schemaOf(call), body, nameOf(call));
    findings.push(...findingsOf(nameOf(call), comparison).map((finding) => withSubject(asker, call, finding)));
    reading.answers.push({ ...comparison, call: nameOf(call), params, body, headers });
  }
  const roles = [asker.role];
  reading.findings.push(...ofNoScreen(call, findings).map((finding) => ({ ...finding, roles })));
}

/** Returns the order of calls in which earlier answers have the ids for later calls. */
const inOrder = calls.filter(({ method }) => method === 'GET');

function maySend(call: Call, { role, abilities }: Asker): boolean {
  const isAllowed = call.roles === 'anyone' || call.roles.includes(role);
  return isAllowed && (call.ability === undefined || abilities.includes(call.ability));
}

/** Reads everything that a role may read. */
export async function readAll(connection: Connection, asker: Asker): Promise<Reading> {
  const reading: Reading = { asker, findings: [], answers: [], samples: new Samples() };
  const { samples } = reading;
  // Learners and staff see only themselves, or their own company.
  if (asker.role === 'STUDENT') samples.add('users', [asker.userId]);
  if (asker.role === 'STAFF') samples.add('companies', [asker.companyId]);
  for (const call of inOrder) {
    if (!maySend(call, asker)) continue;
    const all = paramsOf(call, samples);
    if (all.length === 0 && call.screens.length > 0)
      reading.findings.push({
        state: 'skip',
        about: nameOf(call),
        words: '調べるものがありません。',
        roles: [asker.role],
      });
    await Promise.all(all.map((params) => readOne(connection, call, reading, params)));
  }
  return reading;
}
