/** Reads the refusals of common frameworks as problem details, with Japanese words for their errors of fields. */
import type { Dialect, Json, Kind } from './dialect';

const EMPTY = '入力してください。';
const TAKEN = 'すでに使われています。';
const MAIL = 'メールアドレスの形で入力してください。';
const NUMBER = '数字で入力してください。';

/** FastAPI's error types. */
const wordsByType: Record<string, (context: Json) => string> = {
  missing: () => EMPTY,
  'value_error.missing': () => EMPTY,
  string_too_short: ({ min_length: least }) => (least > 1 ? `${least}文字以上にしてください。` : EMPTY),
  string_too_long: ({ max_length: most }) => `${most}文字以内にしてください。`,
  too_short: ({ min_length: least }) => `${least}件以上選んでください。`,
  too_long: ({ max_length: most }) => `${most}件以内にしてください。`,
  greater_than_equal: ({ ge }) => `${ge}以上の数にしてください。`,
  less_than_equal: ({ le }) => `${le}以下の数にしてください。`,
  int_parsing: () => NUMBER,
  int_type: () => NUMBER,
  float_parsing: () => NUMBER,
  enum: () => '選んでください。',
  literal_error: () => '選んでください。',
  string_type: () => EMPTY,
};

/** English messages of Django REST framework and Spring, each with the words for what it captures. */
const wordsByMessage: [RegExp, (captured: string) => string][] = [
  [/required|(?:may|must) not be (?:blank|null|empty)/i, () => EMPTY],
  [/no more than (\d+) characters/i, (most) => `${most}文字以内にしてください。`],
  [/at least (\d+) characters/i, (least) => `${least}文字以上にしてください。`],
  [/less than or equal to (\d+)/i, (most) => `${most}以下の数にしてください。`],
  [/greater than or equal to (\d+)/i, (least) => `${least}以上の数にしてください。`],
  [/must be unique|already exists/i, () => TAKEN],
  [/(?:valid|well-formed) e-?mail/i, () => MAIL],
  [/valid (?:integer|number)/i, () => NUMBER],
  [/not a valid choice/i, () => '選んでください。'],
];

function wordsOf({ words = {} }: Dialect, message: string, type = '', context: Json = {}): string {
  const own = words[type] ?? words[message];
  if (own !== undefined) return own;
  const known = Object.hasOwn(wordsByType, type) ? wordsByType[type] : undefined;
  if (known) return known(context);
  for (const [pattern, toWords] of wordsByMessage) {
    const found = pattern.exec(message);
    if (found) return toWords(found[1] ?? '');
  }
  return message;
}

/** Returns the app's field for a place in the server's payload, as far as names are declared for the resource. */
function fieldOf(dialect: Dialect, place: string, kind: Kind | undefined, camel: (name: string) => string): string {
  if (dialect.fieldOf) return dialect.fieldOf(place);
  const [first = '', ...rest] = place.split('.');
  const names = Object.entries((kind && dialect.names?.[kind]) ?? {});
  const own = names.find(([, theirs]) => theirs === first)?.[0];
  return [own ?? camel(first), ...rest.map(camel)].join('.');
}

/** The places and messages of `{field: [message], field: {below: [message]}}`. */
function placesIn(body: Json, place: string[] = []): { place: string; message: string }[] {
  if (Array.isArray(body) && body.every((each) => typeof each === 'string')) {
    return body.slice(0, 1).map((message: string) => ({ place: place.join('.'), message }));
  }
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, below]) =>
    placesIn(below, name === 'non_field_errors' ? place : [...place, name]),
  );
}

interface Found {
  place: string;
  message: string;
  type?: string;
  context?: Json;
}

const readers: Record<NonNullable<Dialect['errors']>, (body: Json) => Found[] | undefined> = {
  fastapi: ({ detail }) =>
    Array.isArray(detail)
      ? detail.map(({ loc = [], msg = '', type, ctx }) => ({
          place: loc.slice(1).join('.'),
          message: String(msg),
          type,
          context: ctx ?? {},
        }))
      : undefined,
  drf: (body) => (body.detail === undefined ? placesIn(body) : undefined),
  problem: ({ errors }) =>
    Array.isArray(errors)
      ? errors.map(({ pointer, path, field, name, detail, message, reason, code }) => ({
          place: String(
            path ??
              field ??
              name ??
              String(pointer ?? '')
                .replace(/^#?\//, '')
                .replaceAll('/', '.'),
          ),
          message: String(message ?? detail ?? reason ?? ''),
          type: code,
        }))
      : placesIn(errors),
  spring: ({ errors }) =>
    Array.isArray(errors)
      ? errors.map(({ field = '', defaultMessage = '', code }) => ({
          place: String(field).replaceAll(/\[(\d+)\]/g, '.$1'),
          message: String(defaultMessage),
          type: code,
        }))
      : undefined,
};

/** Returns the problem details of a refusal without fields; undefined for one that the app reads itself. */
function readWhole({ errors, words = {} }: Dialect, body: Json, status: number): Json {
  const { detail, error, message = error, status: named = body.statusCode } = body;
  // Spring and NestJS name the status in the body, unlike most gateways.
  const isOfSpring = errors === 'spring' && named === status;
  const text = isOfSpring ? [message || error].flat().join(' ') : detail;
  const own = typeof text === 'string' ? words[text] : undefined;
  if (isOfSpring) return { title: error, status, detail: own ?? text };
  return own === undefined ? undefined : { ...body, detail: own };
}

/**
 * Reads a refusal; undefined for a body of another form, and for a message without fields, which the app reads itself.
 */
export function readRefusal(
  dialect: Dialect,
  body: Json,
  { kind, status, camel }: { kind: Kind | undefined; status: number; camel: (name: string) => string },
): Json {
  if (!dialect.errors || typeof body !== 'object' || body === null) return undefined;
  // Only these statuses speak of fields: a gateway's 403 or 404 must not become a refusal of the API.
  const found = [400, 409, 422].includes(status) ? readers[dialect.errors](body) : undefined;
  if (!found || found.length === 0) return readWhole(dialect, body, status);
  const errors = found.map(({ place, message, type, context }) => ({
    path: fieldOf(dialect, place, kind, camel),
    message: wordsOf(dialect, message, type, context),
  }));
  const whole = errors.find(({ path }) => path === '')?.message;
  return { title: whole ?? errors[0]?.message, detail: whole ?? errors[0]?.message, errors };
}
