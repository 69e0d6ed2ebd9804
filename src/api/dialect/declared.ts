/** Applies what a dialect declares: key case, lists, names, values, defaults, slashes and functions by call. */
import type { Answered, Call, Dialect, Json, Kind, Lists, Translation } from './dialect';
import { readRefusal } from './refusals';

const camel = (name: string) => name.replace(/(?<=[^_])_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
/** Returns a name of the app in snake_case. */
export const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Renames the keys of all objects in a value. */
function mapKeys(value: Json, rename: (name: string) => string): Json {
  if (Array.isArray(value)) return value.map((each) => mapKeys(each, rename));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, below]) => [rename(name), mapKeys(below, rename)]));
}

/** Changes the values of all fields that are named as times (`updatedAt`). */
function mapTimes(value: Json, change: (time: Json) => Json): Json {
  if (Array.isArray(value)) return value.map((each) => mapTimes(each, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, below]) => [name, name.endsWith('At') ? change(below) : mapTimes(below, change)]),
  );
}

const unitOf = ({ times }: Dialect) => (times === 'seconds' ? 1000 : 1);
const readTimes = (dialect: Dialect, body: Json) =>
  dialect.times
    ? mapTimes(body, (time) => (typeof time === 'number' ? new Date(time * unitOf(dialect)).toISOString() : time))
    : body;
const writeTimes = (dialect: Dialect, body: Json) =>
  dialect.times
    ? mapTimes(body, (time) => (typeof time === 'string' ? Math.floor(Date.parse(time) / unitOf(dialect)) : time))
    : body;

/** The kinds of the resources at the API's paths. */
const kindsByPath: [RegExp, Kind][] = [
  [/^\/(users\/|me\/$)/, 'user'],
  [/^\/(companies\/|me\/company)/, 'company'],
  [/^\/courses\//, 'course'],
  [/^\/sections\//, 'section'],
  [/^\/chapters\//, 'chapter'],
  [/^\/lessons\//, 'lesson'],
  [/^\/question-set\/[^/]+\/explanation/, 'explanation'],
  [/^\/question-set\//, 'questionSet'],
  [/^\/content\//, 'content'],
  [/^\/info\//, 'info'],
  [/^\/submit\//, 'submit'],
  [/^\/progress\/lesson\//, 'read'],
  [/^\/progress\/detail\/[^/]+\/[^/]/, 'courseProgress'],
  [/^\/progress\/detail\//, 'progress'],
  [/^\/progress\/summary\//, 'summary'],
];

/** The kinds of what is inside a resource, by the app's field. */
export const kindsInside: Partial<Record<Kind, Record<string, Kind>>> = {
  course: { sections: 'section' },
  section: { chapters: 'chapter' },
  chapter: { lessons: 'lesson' },
  lesson: { questionSets: 'questionSet' },
  questionSet: { questions: 'question' },
  question: { choices: 'choice' },
  explanation: { questions: 'explained' },
  newSubmit: { answers: 'answer' },
  progress: { courses: 'courseProgress' },
  courseProgress: { readLessons: 'read', questionSets: 'setProgress' },
};

/** Returns the kind of the resource at a path below /api/v1, which may have `{id}` for ids. */
export function kindAt(path: string): Kind | undefined {
  return kindsByPath.find(([pattern]) => pattern.test(path))?.[1];
}

/** Applies a function to what is inside a resource. */
function mapInside(item: Record<string, Json>, kind: Kind, change: (below: Json, kind: Kind) => Json): void {
  for (const [field, below] of Object.entries(kindsInside[kind] ?? {})) {
    if (Array.isArray(item[field])) item[field] = item[field].map((each: Json) => change(each, below));
  }
}

/** Gives a resource the app's names and values, and those that the server leaves out. */
function readItem(dialect: Dialect, body: Json, kind: Kind): Json {
  // A bare array in place of a resource that has one list, such as the courses of progress.
  const [below] = Object.values(kindsInside[kind] ?? {});
  if (Array.isArray(body) && below) return body.map((each) => readItem(dialect, each, below));
  if (!isObject(body)) return body;
  const item = { ...body };
  const spell = dialect.keys === 'snake' ? camel : String;
  for (const [name, theirs] of Object.entries(dialect.names?.[kind] ?? {})) item[name] ??= item[spell(theirs)];
  for (const [name, values] of Object.entries(dialect.values?.[kind] ?? {})) {
    item[name] = Object.keys(values).find((value) => values[value] === item[name]) ?? item[name];
  }
  for (const [name, value] of Object.entries(dialect.defaults?.[kind] ?? {})) item[name] ??= value;
  mapInside(item, kind, (below, kindBelow) => readItem(dialect, below, kindBelow));
  return item;
}

/** Gives a resource the server's names and values; the case of the names changes later. */
function writeItem(dialect: Dialect, body: Json, kind: Kind): Json {
  if (!isObject(body)) return body;
  const item = { ...body };
  mapInside(item, kind, (below, kindBelow) => writeItem(dialect, below, kindBelow));
  for (const [name, values] of Object.entries(dialect.values?.[kind] ?? {}))
    item[name] = values[item[name]] ?? item[name];
  for (const [name, theirs] of Object.entries(dialect.names?.[kind] ?? {})) {
    if (!(name in item)) continue;
    item[theirs] = item[name];
    delete item[name];
  }
  return item;
}

const LIST_PATH = /^\/(chapters|courses|lessons|sections|companies|question-set|users|content)\/$/;

/** Names the parameters of a page as the server does, and keeps to its largest size. */
function pageQuery(
  { page = 'page', size = 'size', first = 1, maxSize = 200 }: Lists,
  query: Call['query'],
): Call['query'] {
  const { page: number, size: asked, ...rest } = query;
  const limit = Math.min(Number(asked ?? 50), maxSize);
  const before = Number(number ?? 1) - 1;
  const place = first === 'offset' ? before * limit : before + first;
  return {
    ...rest,
    ...((number ?? asked) !== undefined && { [page]: String(place) }),
    ...(asked !== undefined && { [size]: String(limit) }),
  };
}

/** Reads a list as the app's page. */
function readPage({ lists, keys }: Dialect & { lists: Lists }, body: Json, query: Call['query']): Json {
  const { envelope, total: totalName = 'total', maxSize = 200 } = lists;
  const spell = keys === 'snake' ? camel : String;
  const items = envelope === 'bare' ? body : body[spell(envelope)];
  if (!Array.isArray(items)) throw new TypeError(`The list has no ${envelope}`);
  const page = Number(query.page ?? 1);
  const size = query.size === undefined ? Math.max(items.length, 1) : Math.min(Number(query.size), maxSize);
  const { count, [spell(totalName)]: total = count ?? body.meta?.total, links, next = links?.next } = body;
  // Without counts, a full page may have a next one.
  const hasMore = next === undefined ? query.size !== undefined && items.length >= size : next !== null;
  const known = total ?? (page - 1) * size + items.length + (hasMore ? 1 : 0);
  return { items, total: known, page, size, pages: Math.ceil(known / size) };
}

const isList = ({ method, path }: Pick<Call, 'method' | 'path'>) => method === 'GET' && LIST_PATH.test(path);

/**
 * What the seam gives a dialect: `watch` records which field of a body is read, to name the one at which a function
 * throws.
 */
export interface Watched extends Translation {
  watch?: <T>(body: T, path?: string) => T;
}

/** Reads a body by what is declared. */
function read(dialect: Dialect, raw: Json, call: Omit<Call, 'json'>, watch: (body: Json) => Json): Json {
  const body = dialect.keys === 'snake' ? mapKeys(raw, camel) : raw;
  const kind = kindAt(call.path);
  const readOne = (each: Json) => readTimes(dialect, kind ? readItem(dialect, each, kind) : each);
  if (dialect.lists && isList(call)) {
    const page = readPage({ ...dialect, lists: dialect.lists }, watch(body), call.query);
    return { ...page, items: page.items.map(readOne) };
  }
  const isWrapped = dialect.lists?.envelope === 'data' && isObject(body) && 'data' in body;
  const item = readOne(isWrapped ? body.data : body);
  return kind === 'info' && dialect.capabilities ? { ...item, abilities: dialect.capabilities } : item;
}

/** Finds the function of a call: `'GET /courses/{id}'`. */
function functionOf<F>(functions: Record<string, F> = {}, { method, path }: Call): F | undefined {
  const call = `${method} ${path}`;
  return Object.entries(functions).find(([pattern]) =>
    new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(call),
  )?.[1];
}

/** Gives a path the ending of the server's paths. */
const endPath = (path: string, slashes?: boolean) =>
  slashes === undefined ? path : path.replace(/\/?(\?|$)/, slashes ? '/$1' : '$1');

/** Returns the translation whose further GETs are read by what is declared, too. */
function declaredGets<T extends Watched>(dialect: Dialect, { watch = (body) => body, ...translation }: T): T {
  const get = async (path: string) => {
    const [pathname = '', search] = path.split('?');
    const call = { method: 'GET', path: pathname, query: Object.fromEntries(new URLSearchParams(search)) };
    const body: Json = await translation.get(endPath(path, dialect.slashes));
    return watch(
      read(dialect, body, call, (each) => watch(each, path)),
      path,
    );
  };
  return { ...translation, get } as T;
}

/** A dialect as the seam uses it. */
export interface Translator {
  version: string;
  /** True if the dialect has a function for the response to a call. */
  answers: (call: Call) => boolean;
  toServer: (call: Call, translation: Watched) => Promise<Call>;
  toApp: (body: Json, call: Answered & Watched) => unknown;
  toError: (body: Json, call: Answered & Watched) => Json;
}

/**
 * Puts the parts of a dialect together: functions see the app's field names, and the declared parts are next to the
 * server.
 */
export function translatorOf(dialect: Dialect): Translator {
  const toApp: Translator['toApp'] = (raw, call) => {
    const { watch = (body) => body } = call;
    const body = read(dialect, raw, call, watch);
    const change = functionOf(dialect.answers, call) ?? dialect.toApp;
    return change ? change(watch(body), declaredGets(dialect, call)) : body;
  };
  return {
    version: dialect.version,
    answers: (call) => functionOf(dialect.answers, call) !== undefined,
    toServer: async (call, translation) => {
      const change = functionOf(dialect.requests, call) ?? dialect.toServer;
      const { watch = (body) => body } = translation;
      const sent = change
        ? await change({ ...call, json: watch(call.json) }, declaredGets(dialect, translation))
        : call;
      const kind = call.path === '/submit/' ? 'newSubmit' : kindAt(call.path);
      const timed = writeTimes(dialect, sent.json);
      const named = kind ? writeItem(dialect, timed, kind) : timed;
      return {
        ...sent,
        json: dialect.keys === 'snake' ? mapKeys(named, snake) : named,
        path: endPath(sent.path, dialect.slashes),
        query: dialect.lists && isList(call) ? pageQuery(dialect.lists, sent.query) : sent.query,
      };
    },
    toApp,
    toError: (body, call) => {
      const problem =
        dialect.toError?.(body, declaredGets(dialect, call)) ??
        readRefusal(dialect, body, { kind: kindAt(call.path), status: call.status, camel });
      const refusal = problem ?? body;
      if (call.status !== 409 || !isObject(refusal) || !isObject(refusal.current)) return problem;
      // A conflict carries what a successful response to the same call would.
      return Promise.resolve(toApp(refusal.current, call)).then((current) => ({ ...refusal, current }));
    },
  };
}
