/** The server of a simulated history: it recognises repeated calls, crashes, is restored from a backup, and is of several versions. */
import type { NewSubmit } from '@/api/submits';

import type { Scheduler } from './scheduler';

export const learners = ['a', 'b'] as const;
export type Learner = (typeof learners)[number];

/** One request, as it left the device. */
export interface Request {
  method: string;
  path: string;
  query: URLSearchParams;
  /** Whose token it carries, '' for none. */
  token: string;
  body: unknown;
}

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  contentType?: string;
}

/** `read:<lesson>` or `submit:<id>`; undefined for what is no learner's call. */
export function wordOfRequest({ method, path, body }: Request): string | undefined {
  const lesson = method === 'PUT' ? /^\/progress\/lesson\/(.+)$/.exec(path)?.[1] : undefined;
  if (lesson) return `read:${lesson}`;
  return path === '/submit/' ? `submit:${(body as NewSubmit).clientSubmitId}` : undefined;
}

interface Recorded {
  /** Word → whose, when, and what. */
  calls: Map<string, { user: string; at: number; since: number; studiedAt: string; submit?: NewSubmit }>;
}

/** The server's clock when a history begins. */
export const EPOCH = Date.parse('2026-09-01T00:00:00Z');
const PLACES = { courseId: 'c1', sectionId: 'se', chapterId: 'ch' };
const UPDATED_AT = '2026-08-01T00:00:00Z';

export class Server {
  recorded: Recorded = { calls: new Map() };
  private backups: Recorded[] = [];
  /** Names submits in its answers, and takes the time of a reading; an older version refuses what it does not know. */
  isNew = true;
  /** Shows progress to learners. */
  showsProgress = true;
  /** Progress is of so long ago: several servers share the work. */
  lagMs = 0;
  /** It has shown less than it had because of that. */
  hasShownLate = false;
  /** Its clock is wrong by this. */
  clockMs = 0;
  readonly deleted = new Set<string>();
  /** Access tokens that are over, and refresh tokens that are. */
  readonly over = new Set<string>();
  private tokens = 0;
  /** How many requests have come here. */
  handled = 0;
  /** How often it has crashed, and when it is up again. */
  crashes = 0;
  private upAt = 0;

  constructor(private readonly scheduler: Scheduler) {}

  now(): number {
    return EPOCH + this.scheduler.now + this.clockMs;
  }

  has(word: string): boolean {
    return this.recorded.calls.has(word);
  }

  get isUp(): boolean {
    return this.scheduler.now >= this.upAt;
  }

  /** What it has received stays; who waits for an answer gets none. */
  crash(ms: number): void {
    this.crashes += 1;
    this.upAt = this.scheduler.now + ms;
  }

  backUp(): void {
    this.backups.push({ calls: new Map(this.recorded.calls) });
  }

  /** Puts the last backup back; the words that it does not know. */
  restore(): string[] {
    const backup = this.backups.at(-1) ?? { calls: new Map() };
    const lost = [...this.recorded.calls.keys()].filter((word) => !backup.calls.has(word));
    this.recorded = { calls: new Map(backup.calls) };
    return lost;
  }

  deleteLesson(lesson: string): void {
    this.deleted.add(lesson);
    this.recorded.calls.delete(`read:${lesson}`);
  }

  private json(body: unknown, status = 200): Answer {
    return { status, body };
  }

  private userOf(token: string): string {
    return this.over.has(token) ? '' : (/^token-(\w)-/.exec(token)?.[1] ?? '');
  }

  private newToken(user: string): string {
    this.tokens += 1;
    return `token-${user}-${this.tokens}`;
  }

  private progressOf(user: string): Answer {
    const shown = [...this.recorded.calls].filter(
      ([, call]) => call.user === user && call.since <= this.scheduler.now - this.lagMs,
    );
    this.hasShownLate ||= shown.length < [...this.recorded.calls.values()].filter((call) => call.user === user).length;
    const reads = shown.flatMap(([word, { submit, studiedAt }]) =>
      submit ? [] : [{ lessonId: word.slice('read:'.length), readAt: studiedAt }],
    );
    const sets = [1, 2].map((number) => {
      const questionSetId = `${user}-s${number}`;
      const own = shown.flatMap(([, { submit, studiedAt }]) =>
        submit?.questionSetId === questionSetId ? [studiedAt] : [],
      );
      const known = { questionSetId, lessonId: `${user}-l1`, title: '', submitCount: own.length, maxScore: 1 };
      return { ...known, lastSubmittedAt: own.toSorted().at(-1) };
    });
    const course = { courseId: 'c1', courseTitle: '', lessonCount: 3, readLessons: reads, questionSets: sets };
    return this.json({ userId: user, courses: [course] });
  }

  private lessonsOf(user: string): string[] {
    return [1, 2, 3].map((number) => `${user}-l${number}`).filter((lesson) => !this.deleted.has(lesson));
  }

  private lesson(user: string, id: string): Answer {
    if (!this.lessonsOf(user).includes(id)) return this.json({ detail: 'ありません' }, 404);
    return this.json({ ...PLACES, id, title: id, order: 1, questionSets: [], updatedAt: UPDATED_AT });
  }

  private course(user: string): Answer {
    const own = { title: '', order: 1, updatedAt: UPDATED_AT };
    const lessons = this.lessonsOf(user).map((id) => ({ ...own, id, questionSetCount: 0 }));
    const chapters = [{ ...own, id: 'ch', sectionId: 'se', lessons }];
    const sections = [{ ...own, id: 'se', courseId: 'c1', chapters }];
    return this.json({
      ...own,
      id: 'c1',
      description: '',
      status: 'published',
      sectionCount: 1,
      lessonCount: 3,
      sections,
    });
  }

  private record(user: string, word: string, request: Request): Answer {
    const { calls } = this.recorded;
    const submit = word.startsWith('submit:') ? (request.body as NewSubmit) : undefined;
    const at = request.query.get('at');
    if (at && !this.isNew) return this.json({ detail: 'at?' }, 422);
    const lesson = word.slice('read:'.length);
    if (!submit && !this.lessonsOf(user).includes(lesson)) return this.json({ detail: 'ありません' }, 404);
    const now = new Date(this.now()).toISOString();
    const studied = submit?.answeredAt ?? at ?? now;
    const known = calls.get(word) ?? {
      user,
      at: this.now(),
      since: this.scheduler.now,
      studiedAt: studied < now ? studied : now,
      submit,
    };
    calls.set(word, known);
    if (!submit) return this.json({ lessonId: lesson, readAt: known.studiedAt });
    const taken = { id: `s-${submit.clientSubmitId}`, questionSetId: submit.questionSetId, score: 1, maxScore: 1 };
    const receivedAt = new Date(known.at).toISOString();
    const { clientSubmitId, answeredAt } = submit;
    return this.json(this.isNew ? { ...taken, clientSubmitId, answeredAt, receivedAt } : taken);
  }

  private signIn({ path, body }: Request): Answer {
    if (path === '/authorize') {
      const user = (body as URLSearchParams).get('username') ?? '';
      this.over.delete(`refresh-${user}`);
      return this.json({ access_token: this.newToken(user), token_type: 'bearer', refresh_token: `refresh-${user}` });
    }
    const { refresh_token: refresh = '' } = body as { refresh_token?: string };
    if (this.over.has(refresh)) return this.json({ detail: 'だめ' }, 400);
    return this.json({ access_token: this.newToken(refresh.slice(-1)), token_type: 'bearer' });
  }

  private read(user: string, path: string): Answer {
    const [, room = '', id = ''] = /^\/(lessons|courses|progress\/detail)\/(.+)$/.exec(path) ?? [];
    if (path === '/me/') {
      return this.json({ id: user, username: user, name: user, role: 'STUDENT', active: true, createdAt: UPDATED_AT });
    }
    if (room === 'lessons') return this.lesson(user, id);
    if (room === 'courses') return this.course(user);
    return this.showsProgress && id === user ? this.progressOf(user) : this.json({ detail: 'ありません' }, 404);
  }

  /** Access tokens are over; with their refresh token nothing but a sign-in helps. */
  endTokens(user: string, isRefreshable: boolean): void {
    for (let number = this.tokens; number > 0; number -= 1) this.over.add(`token-${user}-${number}`);
    if (!isRefreshable) this.over.add(`refresh-${user}`);
  }

  /** Answers one request that has come here. */
  handle(request: Request): Answer {
    this.handled += 1;
    const { path, token } = request;
    if (path === '/authorize' || path === '/token') return this.signIn(request);
    if (path === '/revoke') return { status: 200 };
    if (path === '/info/') return this.json({ serviceName: '', abilities: this.isNew ? ['read-at', 'revoke'] : [] });
    const user = this.userOf(token);
    if (!user) return this.json({ detail: 'だれ' }, 401);
    const word = wordOfRequest(request);
    return word ? this.record(user, word, request) : this.read(user, path);
  }
}
