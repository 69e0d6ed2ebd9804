/** Reduces the embedded server's responses to what docs/wire.md requires ("The minimum"), as another API may answer. */
import { type Asked, type ForeignServer, startLayer, type Told } from './foreign-servers';

/** The fields that a response keeps: each with the fields of its items, `true` for the whole value. */
interface Kept {
  [field: string]: Kept | true;
}

const titled: Kept = { id: true, title: true };
const choices: Kept = { id: true, body: true };
const lessons: Kept = titled;
const outline: Kept = { ...titled, chapters: { ...titled, lessons } };
const questions: Kept = { id: true, type: true, body: true, choices };
const progress: Kept = { courseId: true, readLessons: { lessonId: true }, questionSets: { questionSetId: true } };
const solutions: Kept = {
  questionId: true,
  correctChoiceIds: true,
  acceptedAnswers: true,
  correctOrder: true,
  explanation: true,
};

/**
 * What is left of the responses to each call; the first pattern that fits decides. Files are named by their content
 * URL.
 */
const kept: readonly (readonly [call: RegExp, fields: Kept])[] = [
  [/^POST \/(authorize|token)$/, { access_token: true, token_type: true }],
  [/ \/me\/$/, { id: true, role: true }],
  [/ \/info\//, {}],
  [/ \/(me\/company|companies\/)/, { id: true, name: true }],
  [/ \/users\//, { id: true }],
  [/^GET \/courses\/[^?]/, { ...titled, sections: outline }],
  [/^GET \/sections\/[^?]/, outline],
  [/ \/lessons\/[^?]/, { ...titled, contentId: true, questionSets: titled }],
  [/ \/question-set\/[^/]+\/explanation/, { questions: solutions }],
  [/ \/question-set\/[^?]/, { ...titled, questions }],
  [/^PUT \/content\//, { id: true, fileName: true }],
  [/^GET \/content\/(\?|$)/, { id: true, fileName: true }],
  [/^POST \/submit\//, { id: true, score: true }],
  [/ \/progress\/detail\/[^/?]+\/[^/?]/, progress],
  [/ \/progress\/detail\//, { courses: progress }],
  [/ \/progress\/summary\//, {}],
  [/ \/(courses|sections|chapters|lessons|question-set)\//, titled],
];

/** Returns a value with only these fields, at any depth of lists. A list of pages becomes a bare array. */
function reduce(value: unknown, fields: Kept): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => reduce(item, fields));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, field]: [string, unknown]) => {
    const below = fields[name];
    if (below === undefined) return [];
    return [[name, below === true ? field : reduce(field, below)] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns what a server with the minimum answers to a call. @param call method and path below /api/v1. */
export function toMinimum(call: string, body: unknown): unknown {
  const fields = kept.find(([pattern]) => pattern.test(call))?.[1];
  if (!fields) return body;
  const { items } = (body ?? {}) as { items?: unknown };
  return reduce(Array.isArray(items) ? items : body, fields);
}

/** Starts a server that sends only the minimum. */
export function startMinimum(behind: string): Promise<ForeignServer> {
  const answer = async ({ method, path, query, json, ask, forward }: Asked): Promise<Told> => {
    const call = query.size > 0 ? `${path}?${query}` : path;
    const { status, body } = await (json === undefined && method !== 'GET' ? forward() : ask(call, method, json));
    return { status, body: status < 300 ? toMinimum(`${method} ${call}`, body) : body };
  };
  return startLayer(behind, answer, []);
}
