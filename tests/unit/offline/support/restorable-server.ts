/**
 * Puts the study server behind `fetch`, for tests of reconciliation: it notes every request and can be restored from a
 * backup.
 */
import { StudyServer } from '@tests/support/study-server';
import { vi } from 'vitest';

import type { SentSubmit } from '@/api/submits';

export class RestorableServer {
  /** Every request, as in `GET /me/`. */
  readonly requests: string[] = [];
  /** GET requests without `no-store`, which a cache could have answered. */
  readonly cacheableReads: string[] = [];
  /** Ids of the lessons that exist. */
  readonly lessons = new Set(['l1', 'l2', 'l3']);
  /** The server's clock, in ms since 1970; each request advances it by a second. */
  clock = Date.parse('2026-09-03T03:00:00Z');
  readonly study = new StudyServer({
    now: () => this.clock,
    lessonsOf: () => [...this.lessons],
    questionSetsOf: () => ['s1', 's2'].map((questionSetId) => ({ questionSetId, lessonId: 'l1' })),
  });
  /** True if progress leaves out whose it is. */
  progressNamesNobody = false;
  /** Returns a response that replaces the server's; undefined lets the server answer. */
  instead: (request: string) => Response | undefined = () => undefined;

  constructor() {
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
      const { pathname, searchParams: query } = new URL(url);
      const [method, path] = [init.method ?? 'GET', pathname.slice('/api/v1'.length)];
      const request = `${method} ${path}`;
      this.requests.push(request);
      if (method === 'GET' && init.cache !== 'no-store') this.cacheableReads.push(request);
      const instead = this.instead(request);
      if (instead) return instead;
      this.clock += 1000;
      const token = new Headers(init.headers).get('Authorization')?.replace('Bearer ', '') ?? '';
      const sent: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
      const { body, status } = this.study.handle({ method, path, query, token, body: sent });
      const headers = { Date: new Date(this.clock).toUTCString(), 'Cache-Control': 'no-store' };
      const isUnnamed = this.progressNamesNobody && path.startsWith('/progress/detail/');
      return Response.json(isUnnamed ? { ...(body as object), userId: undefined } : body, { status, headers });
    });
  }

  /** Ids of the lessons recorded as read, oldest first. */
  get reads(): string[] {
    return [...this.study.calls].flatMap(([callKey, { submit }]) => (submit ? [] : [callKey.slice('read:'.length)]));
  }

  /** The recorded submits, oldest first. */
  get submits() {
    return [...this.study.calls.values()].flatMap(({ submit }) => submit ?? []);
  }

  /** Returns a backup for {@link restore}. */
  backUp(): StudyServer['calls'] {
    return new Map(this.study.calls);
  }

  /** Restores a backup; an empty server if omitted. */
  restore(backup: StudyServer['calls'] = new Map()): void {
    this.study.calls = new Map(backup);
  }

  /** Restores a backup in which the only record is that user a read lesson l1 just now. */
  restoreLesson1(): void {
    const now = this.clock;
    const call = { user: 'a', receivedAt: now, recordedAt: 0, studiedAt: new Date(now).toISOString(), score: 0 };
    this.restore(new Map([['read:l1', call]]));
  }

  /** Records a submit of user a without answering a request. */
  recordSubmit(submit: SentSubmit): void {
    const request = { method: 'POST', path: '/submit/', query: new URLSearchParams(), token: 'token-a' };
    this.study.handle({ ...request, body: submit });
  }

  forgetRead(lesson: string): void {
    this.study.calls.delete(`read:${lesson}`);
  }

  /** Makes progress leave out lessons, although they are recorded as read. */
  hideReads(...lessons: string[]): void {
    for (const lesson of lessons) this.study.hiddenCalls.add(`read:${lesson}`);
  }
}
