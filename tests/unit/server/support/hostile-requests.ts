/** Generates hostile requests: every call with malformed bodies, types, queries, ids and headers. */
import fc from 'fast-check';

export interface HostileRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** A call of the API: its path with ids in braces, and a valid body. */
export interface Call {
  method: string;
  path: string;
  json?: unknown;
  form?: Record<string, string>;
  isUpload?: boolean;
}

/** Hostile values for URLs and forms. */
const wellFormed = (text: string) => Buffer.from(text).toString();

const times = [
  '0000-01-01',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '2026-02-30T00:00:00Z',
  '1',
  'now',
  'infinity',
];
const words = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202e',
  '😀'.repeat(300),
  'x'.repeat(70_000),
  '__proto__',
  'constructor',
  "'; drop table users; --",
  '%00',
  '\\u0000',
  '{}',
];
const numbers = [0, -0, -1, 0.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21, 1e308, 5e-324];
const deep = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown;
const shapes = [null, true, [], {}, [[]], [null], { toString: 1 }, { length: 1e9 }, { id: {} }, deep(500)];

const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...times),
  fc.constantFrom<unknown>(...words, ...numbers, ...shapes),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Lists all positions in a JSON value, as paths of keys. */
function placesOf(inside: unknown, path: string[] = []): string[][] {
  if (typeof inside !== 'object' || inside === null) return [path];
  return [path, ...Object.entries(inside).flatMap(([key, below]) => placesOf(below, [...path, key]))];
}

function replaced(inside: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined || typeof inside !== 'object' || inside === null) return by;
  if (Array.isArray(inside))
    return inside.map((each, index) => (String(index) === key ? replaced(each, rest, by) : each));
  const object = inside as Record<string, unknown>;
  return { ...object, [key]: replaced(object[key], rest, by) };
}

/** Generates variants of a valid body, with hostile values in one or two positions. */
function changedBody(honest: unknown): fc.Arbitrary<string> {
  const places = fc.constantFrom(...placesOf(honest));
  return fc
    .array(fc.tuple(places, value), { minLength: 1, maxLength: 2 })
    .map((changes) => JSON.stringify(changes.reduce((body, [place, by]) => replaced(body, place, by), honest)) ?? '');
}

const rawBodies = [
  '',
  '{',
  'null',
  '"x"',
  '[]',
  '{"__proto__":{"role":"ADMIN"},"constructor":{"prototype":{}}}',
  '{"id":"a","id":"b"}',
  '{"order":1e999}',
  '{"order":123456789012345678901234567890}',
  '\ufeff{}',
  '{"title":"\\ud800"}',
  '{"\\u0000":"\\u0000"}',
  '['.repeat(60_000),
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
];
const rawBody: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  fc.constantFrom(...rawBodies),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)),
);

const dispositions = [
  'form-data; name="file"; filename="a.png"',
  'form-data; name="file"',
  'form-data; name="file"; filename*=UTF-8\'\'%ff%00',
  'form-data; name="__proto__"; filename="a"',
  'form-data; name="\\"; filename="',
  'attachment',
  '',
];
const multipart = fc
  .tuple(
    fc.constantFrom('a', '-', '--', 'x'.repeat(70), "'()+_,-./:=?"),
    fc.array(fc.tuple(fc.constantFrom(...dispositions), fc.string({ unit: 'binary', maxLength: 60 })), {
      maxLength: 3,
    }),
    fc.constantFrom('--\r\n', '--', '\r\n', ''),
    fc.constantFrom('\r\n', '\n'),
  )
  .map(([boundary, parts, end, line]) => ({
    type: `multipart/form-data; boundary=${boundary}`,
    body:
      parts
        .map(([disposition, text]) => [`--${boundary}`, `Content-Disposition: ${disposition}`, '', text, ''].join(line))
        .join('') + `--${boundary}${end}`,
  }));

const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/merge-patch+json',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=shift_jis',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=a; boundary=b',
  'text/plain',
  'image/png',
  ';',
  'x'.repeat(2000),
];

function formBody(honest: Record<string, string>): fc.Arbitrary<string> {
  const text = fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary', maxLength: 60 }));
  return fc.array(fc.tuple(fc.constantFrom(...Object.keys(honest), 'x'), text), { maxLength: 3 }).map((changes) => {
    const safe = changes.map(([name, value]) => [name, wellFormed(value)]);
    return new URLSearchParams([...Object.entries(honest), ...safe] as [string, string][]).toString();
  });
}

function bodyOf({ method, json, form, isUpload }: Call): fc.Arbitrary<Pick<HostileRequest, 'headers' | 'body'>> {
  if (method === 'GET') return fc.constant({ headers: {}, body: undefined });
  const typed = (type: string) => (body: string) => ({ headers: { 'Content-Type': type }, body });
  const raw = fc
    .tuple(fc.constantFrom(...contentTypes), rawBody)
    .map(([type, body]) => ({ headers: { 'Content-Type': type }, body }));
  const parts = multipart.map(({ type, body }) => typed(type)(body));
  const honest = [
    ...(json === undefined ? [] : [changedBody(json).map(typed('application/json'))]),
    ...(form === undefined ? [] : [formBody(form).map(typed('application/x-www-form-urlencoded'))]),
    ...(isUpload ? [parts] : []),
  ];
  return fc.oneof(raw, parts, ...honest.flatMap((each) => [each, each, each]));
}

const ids = [
  '%00',
  '%ff',
  '%zz',
  '..%2f..',
  '%2e%2e',
  '__proto__',
  'x'.repeat(65),
  'x'.repeat(3000),
  '%F0%9F%98%80',
  '%20',
  '-1',
  '%ED%A0%80',
];
const queryNames = [
  'page',
  'size',
  'q',
  'sort',
  'role',
  'state',
  'companyId',
  'at',
  'v',
  't',
  'expires',
  'signature',
  '__proto__',
];
const query = fc
  .array(
    fc.tuple(fc.constantFrom(...queryNames), fc.constantFrom(...words, ...numbers.map(String), '%', '１', '0x10')),
    {
      maxLength: 3,
    },
  )
  .map((pairs) =>
    pairs.map(([name, text]) => `${name}=${text === '%' ? text : encodeURIComponent(wellFormed(text).slice(0, 2000))}`),
  )
  .map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''));

const headers: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>>(
  {},
  {},
  {},
  { Authorization: 'Bearer' },
  { Authorization: `Bearer ${'.'.repeat(5000)}` },
  { Authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1c2VyLWFkbWluIn0.' },
  { 'X-Forwarded-For': 'x'.repeat(5000) },
  { 'If-None-Match': '"\u00ff' },
  { 'Content-Encoding': 'gzip' },
  { Range: 'bytes=5-1' },
  { Accept: 'x/'.repeat(500), 'Accept-Encoding': 'zip;q=-1' },
);

/** Generates hostile requests of one call. @param known existing ids. */
export function hostileRequests(call: Call, known: Record<string, string>): fc.Arbitrary<HostileRequest> {
  const idIn = (name: string) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(known[name] ?? 'nothing') }, fc.constantFrom(...ids));
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return fc
    .tuple(bodyOf(call), query, headers, fc.tuple(...names.map(idIn)))
    .map(([{ headers: own, body }, search, more, chosen]) => ({
      method: call.method,
      path: `${names.reduce((path, name, index) => path.replace(`{${name}}`, () => chosen[index] ?? ''), call.path)}${search}`,
      headers: { ...own, ...more },
      body,
    }));
}
