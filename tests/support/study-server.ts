/**
 * Simulates the study calls of the API (sign-in, lessons, progress and submits) for the offline unit tests and the
 * simulation.
 */
import type { NewSubmit } from '@/api/submits';
import type { QueuedCall } from '@/offline/queue/queued-calls';

/** One request that has reached the server. */
export interface StudyRequest {
  method: string;
  /** The path below /api/v1, without the query. */
  path: string;
  query: URLSearchParams;
  /** The access token of the request, '' for none. */
  token: string;
  body: unknown;
}

export interface StudyAnswer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  contentType?: string;
}

/** One read lesson or one submit, as the server has recorded it. */
export interface RecordedCall {
  user: string;
  /** The time at which the server received the call, by the server's clock, in ms since 1970. */
  receivedAt: number;
  /**
   * The time at which the server received the call, by the server's uptime, in ms, which no change of the clock
   * affects.
   */
  recordedAt: number;
  /**
   * The time when the lesson was read or the answers were given; never later than the time at which the server received
   * the call.
   */
  studiedAt: string;
  /** The score; undefined for a read lesson. */
  submit?: NewSubmit;
  /** Of 1. */
  score: number;
  /**
   * Set once the answers were graded again because the set's answer key was corrected. `at`: by the server's clock, ISO
   * 8601.
   */
  rescored?: { at: string; scoreBefore: number };
}

interface Options {
  /**
   * Returns the user of an access token, '' for none. By default tokens are `token-<user>`; the rest after a further
   * `-` is ignored.
   */
  userOf?: (token: string) => string;
  /** The server's clock, in ms since 1970. */
  now?: () => number;
  /** Time since the server's start in ms, by a clock that no change of the time affects. */
  uptime?: () => number;
  /** Returns the lessons that a user may see; if omitted, every lesson id is valid. */
  lessonsOf?: (user: string) => readonly string[];
  /** The question sets that a user's progress lists. */
  questionSetsOf?: (user: string) => readonly { questionSetId: string; lessonId: string }[];
}

const UPDATED_AT = '2026-08-01T00:00:00Z';
const NOT_FOUND = { status: 404, body: { detail: 'ありません' } };

/**
 * Returns the key of a call that the queue sends: `read:<lesson id>` or `submit:<client's id>`; undefined for any other
 * request.
 */
export function callKeyOf({ method, path, body }: Pick<StudyRequest, 'method' | 'path' | 'body'>): string | undefined {
  const lesson = method === 'PUT' ? /^\/progress\/lesson\/(.+)$/.exec(path)?.[1] : undefined;
  if (lesson) return `read:${lesson}`;
  return path === '/submit/' ? `submit:${(body as NewSubmit).clientSubmitId}` : undefined;
}

/** Returns the key of a queued call, in the format of {@link callKeyOf}. */
export function keyOfQueuedCall(call: QueuedCall): string {
  return call.kind === 'lesson-read' ? `read:${call.lessonId}` : `submit:${call.submit.clientSubmitId}`;
}

function userOfToken(token: string): string {
  return /^token-(\w+)/.exec(token)?.[1] ?? '';
}

export class StudyServer {
  /** Call key → the recorded call. A submit that the server counted twice has a number after its key. */
  calls = new Map<string, RecordedCall>();
  /** True if the server recognises a submit that it already has, by its client's id. */
  dedupesSubmits = true;
  /** True if the server repeats the client's id of a submit in its response. */
  echoesSubmitIds = true;
  /**
   * True if the server takes the time of a read lesson from the request, as servers with the capability `read-at` do.
   */
  acceptsReadTimes = true;
  progress: 'shown' | 'empty' | 'missing' = 'shown';
  /**
   * Time in ms for which progress responses lack newly recorded calls, as can happen where several servers share the
   * work.
   */
  lagMs = 0;
  /** True once a response to a progress request has lacked a call because of {@link lagMs}. */
  hasShownLate = false;
  /** Keys of calls that responses to progress requests never show. */
  readonly hiddenCalls = new Set<string>();
  /** Access and refresh tokens that the server refuses. */
  readonly expiredTokens = new Set<string>();
  /** The number of requests that have reached the server. */
  handled = 0;
  protected tokens = 0;

  constructor(private readonly options: Options = {}) {}

  now(): number {
    return (this.options.now ?? Date.now)();
  }

  has(callKey: string): boolean {
    return this.calls.has(callKey);
  }

  /** Responds to one request as the study server does. */
  handle(request: StudyRequest): StudyAnswer {
    this.handled += 1;
    const { path, token } = request;
    if (path === '/authorize' || path === '/token') return this.signIn(request);
    if (path === '/revoke') return { status: 200 };
    if (path === '/info/') {
      return ok({ serviceName: '', abilities: this.acceptsReadTimes ? ['read-at', 'revoke'] : [] });
    }
    const user = this.expiredTokens.has(token) ? '' : (this.options.userOf ?? userOfToken)(token);
    if (!user) return { status: 401, body: { detail: 'だれ' } };
    const callKey = callKeyOf(request);
    if (!callKey) return this.read(user, path);
    return callKey.startsWith('read:') ? this.recordRead(user, callKey, request) : this.recordSubmit(user, request);
  }

  /**
   * Grades all submits of a question set again, as after a corrected answer key: right answers become wrong, and wrong
   * ones right.
   */
  rescore(questionSetId: string): void {
    const at = new Date(this.now()).toISOString();
    for (const [callKey, call] of this.calls) {
      if (call.submit?.questionSetId !== questionSetId) continue;
      this.calls.set(callKey, { ...call, score: 1 - call.score, rescored: { at, scoreBefore: call.score } });
    }
  }

  private uptime(): number {
    return this.options.uptime?.() ?? 0;
  }

  private lessonsOf(user: string): readonly string[] {
    return this.options.lessonsOf?.(user) ?? [];
  }

  private hasLesson(user: string, lesson: string): boolean {
    return !this.options.lessonsOf || this.lessonsOf(user).includes(lesson);
  }

  private newToken(user: string): string {
    this.tokens += 1;
    return `token-${user}-${this.tokens}`;
  }

  private signIn({ path, body }: StudyRequest): StudyAnswer {
    if (path === '/authorize') {
      const user = (body as URLSearchParams).get('username') ?? '';
      const refreshToken = `refresh-${user}`;
      this.expiredTokens.delete(refreshToken);
      return ok({ access_token: this.newToken(user), token_type: 'bearer', refresh_token: refreshToken });
    }
    const { refresh_token: refresh = '' } = body as { refresh_token?: string };
    if (this.expiredTokens.has(refresh)) return { status: 400, body: { detail: 'だめ' } };
    return ok({ access_token: this.newToken(refresh.slice('refresh-'.length)), token_type: 'bearer' });
  }

  private read(user: string, path: string): StudyAnswer {
    const [, kind = '', id = ''] = /^\/(lessons|courses|progress\/detail)\/(.+)$/.exec(path) ?? [];
    if (path === '/me/') {
      return ok({ id: user, username: user, name: user, role: 'STUDENT', active: true, createdAt: UPDATED_AT });
    }
    if (kind === 'lessons') return this.hasLesson(user, id) ? ok(lessonBody(id)) : NOT_FOUND;
    if (kind === 'courses') return ok(courseBody(this.lessonsOf(user)));
    return this.progress !== 'missing' && kind && id === user ? ok(this.progressOf(user)) : NOT_FOUND;
  }

  private shownCalls(user: string): [callKey: string, call: RecordedCall][] {
    if (this.progress === 'empty') return [];
    const own = [...this.calls].filter(([callKey, call]) => call.user === user && !this.hiddenCalls.has(callKey));
    const shown = own.filter(([, { recordedAt }]) => recordedAt <= this.uptime() - this.lagMs);
    this.hasShownLate ||= shown.length < own.length;
    return shown;
  }

  private progressOf(user: string): unknown {
    const shown = this.shownCalls(user);
    const readLessons = shown.flatMap(([callKey, { submit, studiedAt }]) =>
      submit ? [] : [{ lessonId: callKey.slice('read:'.length), readAt: studiedAt }],
    );
    const questionSets = this.options.questionSetsOf?.(user).map((set) => {
      const own = shown.filter(([, { submit }]) => submit?.questionSetId === set.questionSetId);
      const last = own
        .map(([, call]) => call)
        .toSorted((a, b) => (a.studiedAt < b.studiedAt ? -1 : 1))
        .at(-1);
      const { rescored } = last ?? {};
      return {
        ...set,
        title: '',
        submitCount: own.length,
        maxScore: 1,
        lastScore: last?.score,
        lastSubmittedAt: last?.studiedAt,
        ...(rescored && { rescoredAt: rescored.at, scoreBefore: rescored.scoreBefore }),
      };
    });
    const course = { courseId: 'c1', courseTitle: '', lessonCount: this.lessonsOf(user).length };
    return { userId: user, courses: [{ ...course, readLessons, questionSets }] };
  }

  private record(callKey: string, user: string, studiedAt: string | null, submit?: NewSubmit): RecordedCall {
    const known = this.calls.get(callKey);
    if (known) return known;
    const now = this.now();
    const received = new Date(now).toISOString();
    const studied = studiedAt && studiedAt < received ? studiedAt : received;
    const call = { user, receivedAt: now, recordedAt: this.uptime(), studiedAt: studied, submit, score: 1 };
    this.calls.set(callKey, call);
    return call;
  }

  private recordRead(user: string, callKey: string, { query }: StudyRequest): StudyAnswer {
    const lessonId = callKey.slice('read:'.length);
    const at = query.get('at');
    if (at && !this.acceptsReadTimes) return { status: 422, body: { detail: 'at?' } };
    if (!this.hasLesson(user, lessonId)) return NOT_FOUND;
    return ok({ lessonId, readAt: this.record(callKey, user, at).studiedAt });
  }

  private recordSubmit(user: string, request: StudyRequest): StudyAnswer {
    const submit = request.body as NewSubmit;
    const { clientSubmitId, questionSetId, answeredAt } = submit;
    const repeat = this.dedupesSubmits ? '' : ` (${this.calls.size})`;
    const call = this.record(`submit:${clientSubmitId}${repeat}`, user, answeredAt ?? null, submit);
    const graded = { id: `s-${clientSubmitId}`, questionSetId, score: call.score, maxScore: 1, results: [] };
    const receivedAt = new Date(call.receivedAt).toISOString();
    return ok(this.echoesSubmitIds ? { ...graded, clientSubmitId, answeredAt, receivedAt } : graded);
  }
}

function ok(body: unknown): StudyAnswer {
  return { status: 200, body };
}

function lessonBody(id: string): object {
  const parents = { courseId: 'c1', sectionId: 'se', chapterId: 'ch' };
  return { id, ...parents, title: id, order: 1, questionSets: [], updatedAt: UPDATED_AT };
}

function courseBody(lessonIds: readonly string[]): object {
  const common = { title: '', order: 1, updatedAt: UPDATED_AT };
  const lessons = lessonIds.map((id) => ({ ...common, id, questionSetCount: 0 }));
  const chapters = [{ ...common, id: 'ch', sectionId: 'se', lessons }];
  const sections = [{ ...common, id: 'se', courseId: 'c1', chapters }];
  const counts = { sectionCount: 1, lessonCount: lessons.length };
  return { ...common, id: 'c1', description: '', status: 'published', ...counts, sections };
}
