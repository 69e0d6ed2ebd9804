/** A course on a server in memory: lessons with text and pictures, question sets, explanations; it answers as told. */
import { vi } from 'vitest';

import { API_HOST } from './people';

const AT = '2026-11-01T00:00:00Z';
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4]);

type Answer = Response | 'dead';

export interface PackServer {
  /** Every request, as 'GET /lessons/l1' or the URL of a file without its bucket. */
  readonly requests: string[];
  /** The most that were open at a time. */
  mostOpen: number;
  /** Answers in the server's place where it answers anything. @param search the query, with its '?'. */
  script: (path: string, search: string) => Answer | undefined | Promise<Answer | undefined>;
  /** Lesson id → its version. */
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

/** What the server says of a path below /api/v1; undefined for what there is not. */
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

/** Puts the server behind `fetch`. */
export function installPackServer(courseId = 'c1', lessonIds = ['l1', 'l2', 'l3']): PackServer {
  const server: PackServer = {
    requests: [],
    mostOpen: 0,
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
    server.requests.push(path);
    const scripted = await server.script(path, url.search);
    if (scripted) return scripted;
    if (isApi) return answerApi(server, courseId, path) ?? json({ title: 'ない' }, 404);
    const name = path.slice('/files/'.length).replace(/\.\w+$/, '');
    if (path.endsWith('.png')) return file(PNG, 'image/png');
    return file(server.texts.get(name) ?? '', 'text/markdown; charset=utf-8');
  }
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    init.signal?.throwIfAborted();
    open += 1;
    server.mostOpen = Math.max(server.mostOpen, open);
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
