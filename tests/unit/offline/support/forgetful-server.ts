/** A server in memory that shows progress, and can be restored to what it had recorded before. */
import { vi } from 'vitest';

import type { NewSubmit } from '@/api/submits';

interface Recorded {
  /** Lesson → when. */
  reads: Map<string, string>;
  submits: (NewSubmit & { receivedAt: string })[];
}

export class ForgetfulServer {
  /** Every request, `GET /me/`. */
  readonly requests: string[] = [];
  /** What was asked for without `no-store`: a copy of the device might have answered. */
  readonly careless: string[] = [];
  /** The lessons that are there. */
  readonly lessons = new Set(['l1', 'l2', 'l3']);
  recorded: Recorded = { reads: new Map(), submits: [] };
  /** Milliseconds since 1970. */
  clock = Date.parse('2026-09-03T03:00:00Z');
  /** Answers to submits name their id. */
  isEchoing = true;
  /** Progress shows what is recorded. */
  isShowing = true;
  /** Lessons that progress does not show. */
  readonly hidden = new Set<string>();
  /** Whom progress is of. */
  userId = 'a';
  /** Answers a request in the server's place. */
  instead: (request: string) => Response | undefined = () => undefined;

  constructor() {
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
      const request = `${init.method ?? 'GET'} ${new URL(url).pathname.slice('/api/v1'.length)}`;
      this.requests.push(request);
      if (request.startsWith('GET') && init.cache !== 'no-store') this.careless.push(request);
      return this.instead(request) ?? this.answer(request, init);
    });
  }

  /** What is recorded now, to be given back to {@link restore}. */
  backUp(): Recorded {
    return { reads: new Map(this.recorded.reads), submits: [...this.recorded.submits] };
  }

  restore(recorded: Recorded): void {
    this.recorded = { reads: new Map(recorded.reads), submits: [...recorded.submits] };
  }

  private json(body: unknown, status = 200): Response {
    return Response.json(body, {
      status,
      headers: { Date: new Date(this.clock).toUTCString(), 'Cache-Control': 'no-store' },
    });
  }

  private progress(): unknown {
    const { reads, submits } = this.isShowing ? this.recorded : { reads: new Map<string, string>(), submits: [] };
    const sets = ['s1', 's2'].map((questionSetId) => {
      const own = submits.filter((submit) => submit.questionSetId === questionSetId);
      const last = own
        // What a device dates into the future was answered when it came.
        .map(({ answeredAt, receivedAt }) => (answeredAt < receivedAt ? answeredAt : receivedAt))
        .toSorted()
        .at(-1);
      const submitCount = own.length;
      return { questionSetId, lessonId: 'l1', title: '', submitCount, maxScore: 1, lastSubmittedAt: last };
    });
    const readLessons = [...reads]
      .filter(([id]) => !this.hidden.has(id))
      .map(([lessonId, readAt]) => ({ lessonId, readAt }));
    return { userId: this.userId, courses: [{ courseId: 'c1', lessonCount: 3, readLessons, questionSets: sets }] };
  }

  private submit(submit: NewSubmit): Response {
    const { submits } = this.recorded;
    const isSame = ({ clientSubmitId }: NewSubmit) => this.isEchoing && clientSubmitId === submit.clientSubmitId;
    const taken = submits.find(isSame) ?? { ...submit, receivedAt: new Date(this.clock).toISOString() };
    if (!submits.includes(taken)) submits.push(taken);
    const score = { id: `s-${submits.length}`, score: 1, maxScore: 1, questionSetId: submit.questionSetId };
    const { clientSubmitId, answeredAt, receivedAt } = taken;
    return this.json(this.isEchoing ? { ...score, clientSubmitId, answeredAt, receivedAt } : score);
  }

  private answer(request: string, init: RequestInit): Response {
    const lesson = /\/lessons?\/(\w+)$/.exec(request)?.[1] ?? '';
    this.clock += 1000;
    if (request === 'GET /progress/detail/a') return this.json(this.progress());
    if (request === 'POST /submit/') return this.submit(JSON.parse(init.body as string) as NewSubmit);
    if (request === 'GET /courses/c1') return this.json(this.outline());
    if (!this.lessons.has(lesson)) return this.json({ detail: 'ありません' }, 404);
    if (request.startsWith('GET')) return this.json(lessonOf(lesson));
    const readAt = this.recorded.reads.get(lesson) ?? new Date(this.clock).toISOString();
    this.recorded.reads.set(lesson, readAt);
    return this.json({ lessonId: lesson, readAt });
  }

  private outline(): unknown {
    const lessons = [...this.lessons].map((id) => ({ ...lessonOf(id), questionSetCount: 0 }));
    const chapters = [{ id: 'ch', sectionId: 'se', title: '', order: 1, lessons }];
    const sections = [{ id: 'se', courseId: 'c1', title: '', order: 1, chapters }];
    const counts = { sectionCount: 1, lessonCount: 3 };
    return {
      id: 'c1',
      title: '',
      description: '',
      status: 'published',
      order: 1,
      updatedAt: '2026-09-01T00:00:00Z',
      ...counts,
      sections,
    };
  }
}

function lessonOf(id: string): object {
  const places = { courseId: 'c1', sectionId: 'se', chapterId: 'ch' };
  return { id, ...places, title: id, order: 1, questionSets: [], updatedAt: '2026-09-01T00:00:00Z' };
}
