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
import { mendList } from './mend';
import { envelopeOf, idOf, itemsOf, Samples } from './samples';
import type { Asker } from './sign-in-checks';

/** The pages that the app asks for, and those after a refusal (docs/wire.md, "Building blocks"). */
const SIZES = [200, 100];

/** Reads a list as the app does, and checks its cap and its paging with few requests. */
interface ListAnswer {
  answer: ServerAnswer;
  findings: Finding[];
}

const numberIn = (body: unknown, name: string): number | undefined => {
  const value = (Object(body) as Record<string, unknown>)[name];
  return typeof value === 'number' ? value : undefined;
};

/** Returns true if a page says that there are more items. */
function hasMore(body: unknown, count: number): boolean {
  const { next } = Object(body) as { next?: unknown };
  return count > 0 && ((numberIn(body, 'total') ?? 0) > count || (next !== null && next !== undefined));
}

/** Judges page 2 of a list that was cut: it must bring other items. */
function judgeNext(about: string, first: readonly unknown[], next: ServerAnswer): Finding[] {
  const known = new Set(first.map(idOf));
  const fresh = itemsOf(next.body).filter((item) => !known.has(idOf(item)));
  if (next.ok && fresh.length > 0) return [];
  return [{ state: 'fail', about, words: '2ページ目に新しいものがありません。page を1から数えてください。' }];
}

function countsFromZero(about: string, body: unknown): Finding {
  const mend = mendList(envelopeOf(body), body, { first: 0 });
  return { state: 'fail', about, words: 'page を0から数えています。1から数えてください。', mend };
}

/** Judges page 2 of pages with one item: it must be the second item of the whole list. */
function judgeSecond(about: string, all: readonly unknown[], { ok, body }: ServerAnswer): Finding[] {
  const [item, ...others] = itemsOf(body);
  if (!ok || item === undefined || others.length > 0) return [];
  const id = idOf(item);
  const place = all.map(idOf).indexOf(id);
  if (id === undefined || place === 1) return [];
  if (place === 2) return [countsFromZero(about, body)];
  return [{ state: 'fail', about, words: 'page=2&size=1 が2番目のものではありません。' }];
}

/** The lists whose size is probed, one page more each. */
const probed = ['GET /courses/', 'GET /lessons/'];

/** Usual names of the parameter for the size of a page. */
const sizeNames = ['page_size', 'per_page', 'limit', 'pageSize', 'perPage'];

/** Finds the parameter for the size of a page, where `size` has no effect. */
async function findSizeName(about: string, ask: (name: string) => Promise<ServerAnswer>): Promise<Finding[]> {
  for (const name of sizeNames) {
    const { ok, body } = await ask(name);
    if (ok && itemsOf(body).length === 1)
      return [
        {
          state: 'warn',
          about,
          words: `size の代わりに ${name} を使います。`,
          mend: mendList(envelopeOf(body), body, { size: name }),
        },
      ];
  }
  return [{ state: 'warn', about, words: 'size を無視します。アプリは返ってきた件数で読み進めます。' }];
}

/** Reads a list. @returns its first page, and the findings about cap and paging. */
async function checkList(connection: Connection, about: string, path: string, bearer: string): Promise<ListAnswer> {
  const ask = (page: number, size: number) => connection.send(`${path}?page=${page}&size=${size}`, { bearer });
  const [most = 0, less = 0] = SIZES;
  const first = await ask(1, most);
  const isRefused = [400, 422].includes(first.status);
  const size = isRefused ? less : most;
  const second = isRefused ? await ask(1, less) : first;
  const findings: Finding[] = [];
  // Page 1 is the second one where pages count from 0.
  const before = second.ok && itemsOf(second.body).length === 0 ? await ask(0, size) : undefined;
  const isFromZero = before?.ok && itemsOf(before.body).length > 0;
  const answer = isFromZero ? before : second;
  if (isFromZero) findings.push(countsFromZero(about, answer.body));
  if (isRefused && answer.ok)
    findings.push({
      state: 'warn',
      about,
      words: `size=${most} を ${first.status} で断ります。アプリは size=${less} で読み直します。`,
      mend: mendList(envelopeOf(answer.body), answer.body, { maxSize: less }),
    });
  const items = itemsOf(answer.body);
  if (hasMore(answer.body, items.length)) {
    if (items.length < size)
      findings.push({
        state: 'warn',
        about,
        words: `size=${size} でも${items.length}件ずつ返します。アプリは続きのページも読みます。`,
      });
    findings.push(...judgeNext(about, items, await ask(isFromZero ? 1 : 2, size)));
  } else if (items.length > 1 && !isFromZero) findings.push(...judgeSecond(about, items, await ask(2, 1)));
  if (items.length > 1 && probed.includes(about) && itemsOf((await ask(1, 1)).body).length > 1)
    findings.push(...(await findSizeName(about, (name) => connection.send(`${path}?page=1&${name}=1`, { bearer }))));
  return { answer, findings };
}

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
