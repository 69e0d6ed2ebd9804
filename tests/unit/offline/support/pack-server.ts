/**
 * Simulates a course on an in-memory server, for tests of course packs. It serves content and files, which the study
 * server does not have, and records nothing.
 */
import { vi } from 'vitest';

import { API_HOST } from './people';

const AT = '2026-11-01T00:00:00Z';
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4]);

type Answer = Response | 'dead';

export interface PackServer {
  /** Every request, as 'GET /lessons/l1' or the URL of a file without its bucket. */
  readonly requests: string[];
  /** The largest number of requests at the same time. */
  maxOpen: number;
  /** False while a gateway answers instead of the server, so that GET /me/ does not name the owner. */
  isOwn: boolean;
  /**
   * Returns a response that replaces the server's; undefined lets the server answer.
   *
   * @param search the query, with its '?'.
   */
  script: (path: string, search: string) => Answer | undefined | Promise<Answer | undefined>;
  /** The version of each lesson, by id. */
  readonly versions: Map<string, string>;
  /** The version of the course. */
  courseVersion: string;
  /** The markdown of a lesson. */
  readonly texts: Map<string, string>;
  readonly lessonIds: string[];
}

export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status });
}

function file(body: string | Uint8Array<ArrayBuffer>, type: string): Response {
  return new Response(body, { headers: { 'Content-Type': type } });
}

/** Returns the server's response to a path below /api/v1; undefined if the path does not exist. */
function answerApi(server: PackServer, courseId: string, path: string): Response | undefined {
  const [, kind, id = '', rest] = path.split('/');
  const lesson = (lessonId: string, order: number) => ({
    id: lessonId,
    title: `レッスン${lessonId}`,
    order,
    questionSetCount: 1,
    updatedAt: server.versions.get(lessonId) ?? AT,
  });
  const chapter = { id: 'ch', title: '章', order: 0, lessons: server.lessonIds.map(lesson) };
  const set = { id: `q-${id}`, title: '確認', questionCount: 1 };
  if (kind === 'courses') {
    const sections = [{ id: `s-${id}`, title: 'セクション', order: 0, chapters: [chapter] }];
    return json({ id: courseId, title: `コース${courseId}`, updatedAt: server.courseVersion, sections });
  }
  if (kind === 'sections') return json({ id, courseId, title: 'セクション', updatedAt: AT, chapters: [chapter] });
  if (kind === 'lessons') {
    const below = { courseId, sectionId: `s-${courseId}`, chapterId: 'ch', contentId: `md-${id}`, questionSets: [set] };
    return json({ ...lesson(id, 0), ...below });
  }
  if (kind === 'content')
    return json(`${API_HOST}/files/${id}.${id.startsWith('md-') ? 'md' : 'png'}?v=1&X-Amz-Signature=secret`);
  if (kind !== 'question-set') return undefined;
  if (rest)
    return json({
      questionSetId: id,
      updatedAt: AT,
      questions: [{ questionId: 'x', explanation: '![図](content:ex)' }],
    });
  const choices = [{ id: 'a', body: '![](content:choice)' }];
  return json({
    id,
    lessonId: id.slice(2),
    title: '確認',
    updatedAt: AT,
    questions: [{ id: 'x', type: 'single', body: '問', choices }],
  });
}

/** Installs the server as `fetch`. */
export function installPackServer(courseId = 'c1', lessonIds = ['l1', 'l2', 'l3']): PackServer {
  const server: PackServer = {
    requests: [],
    maxOpen: 0,
    isOwn: true,
    script: () => undefined,
    versions: new Map(),
    courseVersion: AT,
    texts: new Map(lessonIds.map((id) => [`md-${id}`, `# ${id}\n\n![図](content:img-${id}#8x8)`])),
    lessonIds,
  };
  let open = 0;
  async function answer(url: URL): Promise<Answer> {
    const isApi = url.pathname.startsWith('/api/v1');
    const path = isApi ? url.pathname.slice('/api/v1'.length) : url.pathname;
    // Sent only to check that a refusal comes from this server.
    if (path === '/me/' && server.isOwn) return json({ id: 'a', username: 'a', name: 'あ', role: 'STUDENT' });
    server.requests.push(path);
    const scripted = await server.script(path, url.search);
    if (scripted) return scripted;
    if (isApi) return answerApi(server, courseId, path) ?? json({ detail: 'ない' }, 404);
    const name = path.slice('/files/'.length).replace(/\.\w+$/, '');
    if (path.endsWith('.png')) return file(PNG, 'image/png');
    return file(server.texts.get(name) ?? '', 'text/markdown; charset=utf-8');
  }
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    init.signal?.throwIfAborted();
    open += 1;
    server.maxOpen = Math.max(server.maxOpen, open);
    try {
      const aborted = new Promise<never>((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      });
      const answered = await Promise.race([answer(new URL(input)), aborted]);
      if (answered === 'dead') throw new TypeError('fetch failed');
      return answered;
    } finally {
      open -= 1;
    }
  });
  return server;
}

export { API_HOST, AT, PNG };
