/**
 * Servers as others write them from the specification alone, each a layer over the embedded server: one in the style of
 * FastAPI, one of Django REST framework. Other shapes, the same data.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

// oxlint-disable-next-line typescript/no-explicit-any -- bodies of every shape
type Json = any;

export interface Asked {
  method: string;
  /** The path below /api/v1. */
  path: string;
  query: URLSearchParams;
  json: Json;
  /** Calls the embedded server in the name of the caller. */
  ask: (path: string, method?: string, json?: Json) => Promise<Told>;
  /** Sends the request to the embedded server as it is: a form or a file. */
  forward: () => Promise<Told>;
}

export interface Told {
  status: number;
  body?: Json;
  headers?: Record<string, string>;
}

export interface ForeignServer {
  origin: string;
  /** The calls that arrived, as 'PUT /progress/lesson/3', with their payloads. */
  seen: { call: string; json: Json }[];
  dispose: () => Promise<void>;
}

const mapKeys = (value: Json, rename: (name: string) => string): Json =>
  Array.isArray(value)
    ? value.map((each) => mapKeys(each, rename))
    : Object(value) === value
      ? Object.fromEntries(Object.entries(value).map(([name, below]) => [rename(name), mapKeys(below, rename)]))
      : value;
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const pick = (from: Json, ...names: string[]) => Object.fromEntries(names.map((name) => [name, from[name]]));

const API = '/api/v1';
const listPath = /^\/(?:chapters|courses|lessons|sections|companies|question-set|users|content)\/$/;

// The real `fetch`, taken before any test installs its network stub.
const realFetch = globalThis.fetch;
/** Lets pages of any origin read the responses, as the tutorial of FastAPI has it. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': '*',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
};
const TOKEN_CALLS = ['/authorize', '/token', '/revoke'];

/** Starts a server. Files are passed on as they are, and so are `passed` calls. */
export async function startLayer(
  behind: string,
  answer: (asked: Asked) => Promise<Told>,
  passed = TOKEN_CALLS,
): Promise<ForeignServer> {
  const seen: ForeignServer['seen'] = [];
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    const { pathname, search, searchParams: query } = new URL(request.url ?? '', behind);
    const { method = 'GET' } = request;
    const sent = Buffer.concat(await request.toArray());
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const send = (path: string, by: string, body: string | Buffer<ArrayBuffer>, contentType: string) =>
      realFetch(behind + path, {
        method: by,
        body: body.length > 0 ? body : null,
        headers: { ...(authorization && { authorization }), ...(contentType && { 'content-type': contentType }) },
      });
    const toTold = async (answered: Response): Promise<Told> => {
      const told = await answered.text();
      return { status: answered.status, body: told ? JSON.parse(told) : undefined };
    };
    const ask: Asked['ask'] = async (path, by = 'GET', json) =>
      toTold(await send(API + path, by, json === undefined ? '' : JSON.stringify(json), json && 'application/json'));
    const forward = async () => toTold(await send(pathname + search, method, sent, type));
    const path = pathname.slice(API.length);
    if (!pathname.startsWith(API) || passed.includes(path)) {
      const answered = await send(pathname + search, method, sent, type);
      response.writeHead(answered.status, { 'Content-Type': answered.headers.get('Content-Type') ?? 'text/plain' });
      response.end(Buffer.from(await answered.arrayBuffer()));
      return;
    }
    const json: Json = type.includes('json') ? JSON.parse(sent.toString()) : undefined;
    seen.push({ call: `${method} ${path}`, json });
    const { status, body, headers } = await answer({ method, path, query, json, ask, forward });
    response.writeHead(status, { 'Content-Type': 'application/json', Date: new Date().toUTCString(), ...headers });
    response.end(body === undefined ? '' : JSON.stringify(body));
  }
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    dispose: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Integers in place of the embedded server's ids. */
class Ids {
  private readonly byId = new Map<string, number>();

  of(id: string): number {
    const known = this.byId.get(id) ?? this.byId.size + 1;
    this.byId.set(id, known);
    return known;
  }

  back(number: number | string): string {
    for (const [id, known] of this.byId) if (known === Number(number)) return id;
    return String(number);
  }

  /** Replaces the ids in a body, and the zone of its times. */
  replace(value: Json, name = ''): Json {
    if (Array.isArray(value)) return value.map((each) => this.replace(each, name.replace(/s$/, '')));
    if (Object(value) === value) {
      return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, this.replace(below, key)]));
    }
    if (typeof value !== 'string') return value;
    if (/^id$|[a-z]Id$/.test(name) && name !== 'clientSubmitId') return this.of(value);
    return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? value.slice(0, -1) : value;
  }
}

const asFastApi: Record<string, (body: Json) => Json> = {
  me: (user) => ({ ...pick(user, 'id', 'username', 'email', 'role', 'companyId'), fullName: user.name }),
  users: (user) => asFastApi.me?.(user),
  companies: (company) => pick(company, 'id', 'name', 'createdAt'),
  info: (info) => ({ name: info.serviceName, discordUrl: info.communityUrl }),
  courses: ({ id, title, description, updatedAt, sections }) => ({
    id,
    title,
    description,
    createdAt: updatedAt,
    sections: sections?.map((each: Json) => ({ ...pick(each, 'id', 'title'), position: each.order })),
  }),
  sections: ({ id, courseId, title, order, updatedAt, chapters }) => ({
    id,
    courseId,
    title,
    position: order,
    createdAt: updatedAt,
    chapters: chapters?.map((chapter: Json) => ({
      ...pick(chapter, 'id', 'title'),
      position: chapter.order,
      lessons: chapter.lessons.map((each: Json) => ({ ...pick(each, 'id', 'title'), position: each.order })),
    })),
  }),
  chapters: (chapter) => ({ ...pick(chapter, 'id', 'sectionId', 'title'), position: chapter.order }),
  lessons: (lesson) => ({
    ...pick(lesson, 'id', 'chapterId', 'title', 'contentId', 'questionSets', 'updatedAt'),
    position: lesson.order,
  }),
  'question-set': ({ questions, ...set }) => ({
    ...set,
    questions: questions?.map(({ id, type, body, choices }: Json) => ({
      id,
      text: body,
      type: theirTypes[type as keyof typeof theirTypes],
      options: choices.map((choice: Json) => ({ id: choice.id, text: choice.body })),
    })),
  }),
  explanation: ({ questions }) =>
    questions.map(({ questionId, explanation, correctChoiceIds, correctOrder, acceptedAnswers }: Json) => ({
      questionId,
      explanation,
      answerIds: correctChoiceIds ?? correctOrder,
      answer: acceptedAnswers,
    })),
  // An array for all courses, an object for one.
  detail: ({ courses, ...course }) =>
    courses?.map(asFastApi.detail) ?? {
      ...pick(course, 'courseId', 'courseTitle', 'lessonCount', 'readLessons'),
      questionSets: course.questionSets.map((set: Json) => ({
        ...pick(set, 'questionSetId', 'lessonId', 'title', 'lastScore', 'bestScore', 'maxScore'),
        attempts: set.submitCount,
      })),
    },
  lesson: (read) => read,
  summary: (summary) => summary,
  content: (file) =>
    file.fileName ? pick(file, 'id', 'fileName', 'containerName', 'fileType') : { url: file.url ?? file },
};

const theirTypes = { single: 'single_choice', multiple: 'multiple_choice', order: 'ordering', text: 'text' };

/**
 * Reads a question as FastAPI takes it: new questions and options have no id, and answers are the places of options.
 */
function fromFastApiQuestion(ids: Ids, { id, type: theirs, text, options, answer, explanation }: Json): Json {
  const idOf = (known: number | undefined) => (known === undefined ? crypto.randomUUID() : ids.back(known));
  const type = Object.entries(theirTypes).find(([, each]) => each === theirs)?.[0];
  const choices = options.map((option: Json) => ({ id: idOf(option.id), body: option.text }));
  const field = type === 'text' ? 'acceptedAnswers' : type === 'order' ? 'correctOrder' : 'correctChoiceIds';
  const right = type === 'text' ? answer : answer.map((place: number) => choices[place].id);
  return { id: idOf(id), type, body: text, choices, explanation, [field]: right };
}

/** Reads the payload of a write as the embedded server takes it. */
function fromFastApi(ids: Ids, json: Json): Json {
  const { fullName, position, questions, ...rest } = mapKeys(json, camel);
  for (const [name, value] of Object.entries(rest))
    if (/[a-z]Id$/.test(name) && value) rest[name] = ids.back(value as number);
  return {
    ...rest,
    ...(fullName !== undefined && { name: fullName }),
    ...(position !== undefined && { order: position }),
    ...(questions && { questions: questions.map((question: Json) => fromFastApiQuestion(ids, question)) }),
  };
}

/** Returns a refusal in FastAPI's form. A conflict carries the newer version. */
function toFastApiRefusal(body: Json, toTheirs: (body: Json) => Json): Json {
  const { detail = body?.title ?? 'Not Found', errors, current } = body ?? {};
  if (!errors) return { detail, ...(current && { current: toTheirs(current) }) };
  return {
    detail: errors.map(({ path, message: msg }: Json) => ({ loc: ['body', snake(path)], msg, type: 'value_error' })),
  };
}

const refusedField = (loc: string[], type: string, msg: string, ctx = {}): Told => ({
  status: 422,
  body: { detail: [{ loc, type, msg, ctx }] },
});

async function submitToFastApi(ids: Ids, { json, ask }: Asked): Promise<Told> {
  const unknown = Object.keys(json).find((name) => !['client_submit_id', 'question_set_id', 'answers'].includes(name));
  if (unknown) return refusedField(['body', unknown], 'extra_forbidden', 'Extra inputs are not permitted');
  const questionSetId = ids.back(json.question_set_id);
  const { body: set } = await ask(`/question-set/${questionSetId}`);
  const answers = json.answers.map(({ question_id: id, answer }: Json) => ({
    questionId: ids.back(id),
    ...(Array.isArray(answer) ? { choiceIds: answer.map((each) => ids.back(each)) } : { text: answer }),
  }));
  const times = { questionSetUpdatedAt: set.updatedAt, answeredAt: new Date().toISOString() };
  const submit = { clientSubmitId: json.client_submit_id, questionSetId, answers, ...times };
  const { status, body } = await ask('/submit/', 'POST', submit);
  if (status >= 300) return { status, body: { detail: 'Bad submit' } };
  return { status: 201, body: { id: ids.of(body.id), score: body.score, max_score: body.maxScore } };
}

/**
 * Starts a server in the style of FastAPI: snake_case, integer ids, naive times, pages of at most 100, {"detail":
 * [{loc, msg, type}]}.
 */
export function startFastApi(behind: string): Promise<ForeignServer> {
  const ids = new Ids();
  return startLayer(behind, async (asked) => {
    const { method, path, query, json, ask } = asked;
    if (path === '/submit/') return submitToFastApi(ids, asked);
    const size = Number(query.get('size') ?? 50);
    if (size > 100) {
      const message = 'Input should be less than or equal to 100';
      return refusedField(['query', 'size'], 'less_than_equal', message, { le: 100 });
    }
    if (method === 'POST' && !json?.title && !json?.full_name)
      return refusedField(['body', 'title'], 'missing', 'Field required');
    const theirs = path.replaceAll(/(?<=\/)\d+(?=\/|$)/g, (id) => ids.back(id));
    const parts = theirs.split('/');
    const isUpload = method === 'PUT' && parts[1] === 'content';
    const { status, body } = await (isUpload
      ? asked.forward()
      : ask(`${theirs}?${query}`, method, json && fromFastApi(ids, json)));
    const toSent = (value: Json) => mapKeys(ids.replace(value), snake);
    if (status < 300 && theirs === '/me/company') return { status, body: toSent(body) };
    const shape = parts.includes('explanation')
      ? 'explanation'
      : parts[1] === 'progress'
        ? (parts[2] ?? '')
        : (parts[1] ?? '');
    const toTheirs = asFastApi[shape];
    if (status >= 400) return { status, body: toFastApiRefusal(body, (value) => toSent(toTheirs?.(value))) };
    if (!toTheirs) return { status: 404, body: { detail: 'Not Found' } };
    const shaped =
      listPath.test(path) && method === 'GET'
        ? { ...pick(body, 'total', 'page', 'size', 'pages'), items: body.items.map(toTheirs) }
        : body && toTheirs(body);
    const replaced = toSent(shaped);
    const withAnswers =
      shape === 'explanation'
        ? replaced.map(({ answer_ids: answer, ...rest }: Json) => ({ ...rest, answer: answer ?? rest.answer }))
        : replaced;
    return { status, body: withAnswers };
  });
}

/**
 * Starts a server in the style of Django REST framework: trailing slashes, count, next and results, {"field":
 * ["message"]}.
 */
export function startDrf(behind: string): Promise<ForeignServer> {
  return startLayer(behind, async ({ method, path, query, json, ask }) => {
    if (!path.endsWith('/')) return { status: 301, headers: { Location: `${API}${path}/` } };
    const isList = listPath.test(path) && method === 'GET';
    const isCollection = listPath.test(path) || ['/me/', '/info/', '/submit/'].includes(path);
    const size = Math.min(Number(query.get('page_size') ?? 50), 100);
    const page = Number(query.get('page') ?? 1);
    const { idempotency_id: clientSubmitId, ...payload } = json ?? {};
    const sent = json && { ...mapKeys(payload, camel), ...(clientSubmitId && { clientSubmitId }) };
    const theirs = isCollection ? path : path.slice(0, -1);
    const { status, body } = await ask(isList ? `${theirs}?page=${page}&size=${size}` : theirs, method, sent);
    if (status >= 400) {
      const fields = body?.errors?.map((error: Json) => [snake(error.path), ['This field is required.']]);
      return {
        status: fields ? 400 : status,
        body: fields ? Object.fromEntries(fields) : { detail: body?.detail ?? 'Not found.' },
      };
    }
    const items = isList
      ? { count: body.total, next: page < body.pages ? `?page=${page + 1}` : null, previous: null, results: body.items }
      : body;
    const replaced = mapKeys(items, snake);
    if (path === '/me/') delete replaced.id;
    if (path === '/info/') return { status, body: { title: replaced.service_name } };
    if (!isList && path.startsWith('/question-set/') && replaced?.questions && !path.includes('explanation')) {
      replaced.questions = replaced.questions.map(({ body: prompt, ...question }: Json) => ({ ...question, prompt }));
    }
    return { status, body: replaced };
  });
}
