/** Plays random edits of courses on a server and on the model of completions. */
import { Random } from '@tests/prove/random';
import { setClock } from '@tests/support/database-clock';
import type { TestServer } from '@tests/support/server';
import { sql } from 'drizzle-orm';

import { DAY_MS, MINUTE_MS } from '@/lib/constants';

import { CompletionsModel } from './completions-model';

/** The users whose completions are compared: three learners of two companies, and one who may read drafts. */
export const histories = { people: ['student', 'watanabe', 'student2', 'staff'], company: 'minato' } as const;
const { people } = histories;

/** The time between two steps; once in a history it is 15 days, after which a learner without study is behind. */
const STEP_MS = 10 * MINUTE_MS;
const PAUSE_MS = 15 * DAY_MS;

/** A course of the history, with the chapters to which lessons are added. */
interface Place {
  courseId: string;
  sectionId: string;
  chapterIds: readonly string[];
}

interface Deleted {
  kind: 'lessons' | 'chapters' | 'sections' | 'courses';
  id: string;
  courseId: string;
  lessons: readonly string[];
}

export class EditHistory {
  readonly model = new CompletionsModel(people);
  readonly log: string[] = [];
  private readonly names: string[] = [];
  /** The times of the ticks, ms since 1970. */
  readonly times = [Date.now() - 60 * DAY_MS];
  readonly createdAt: number;
  protected readonly places: Place[] = [];
  protected readonly deleted: Deleted[] = [];
  protected readonly random: Random;
  private hasPaused = false;

  constructor(
    protected readonly server: TestServer,
    seed: number,
  ) {
    this.random = new Random(seed);
    this.createdAt = this.timeAt(0) - (this.random.chance(0.5) ? DAY_MS : 20 * DAY_MS);
  }

  /** Returns the time of a tick, or between two ticks, in ms since 1970. */
  timeAt(moment: number): number {
    const tick = Math.floor(moment);
    const [from = 0, to = from + STEP_MS] = [this.times[tick], this.times[tick + 1]];
    return from + (moment - tick) * (to - from);
  }

  /** Returns the tick of a time, or that before it and a half. */
  tickOf(time: string): number {
    const ms = Date.parse(time);
    const tick = this.times.findLastIndex((at) => at <= ms);
    return ms < this.timeAt(tick + 0.5) ? tick : tick + 0.5;
  }

  protected async call(method: string, path: string, json?: object, as = 'teacher') {
    const answer = await this.server.call(method, `/api/v1${path}`, { as, ...(json && { json }) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  protected async nextStep(): Promise<void> {
    const pauses = !this.hasPaused && this.random.chance(0.02);
    this.hasPaused ||= pauses;
    this.times.push((this.times.at(-1) ?? 0) + (pauses ? PAUSE_MS : STEP_MS));
    this.model.step();
    await setClock(this.server, this.timeAt(this.model.tick));
  }

  protected async reset(): Promise<void> {
    const { database } = this.server;
    await setClock(this.server, this.timeAt(this.model.tick));
    await database.execute(
      sql.raw(
        `truncate courses, former_lessons, lesson_reads, completions, assignments, trash, pending_work, submits, read_counts cascade`,
      ),
    );
    await database.execute(sql`update users set last_studied_at = null, created_at = ${new Date(this.createdAt).toISOString()},
      active = role <> 'STUDENT' or username in ('student', 'watanabe', 'student2')`);
  }

  protected async addCourse(): Promise<void> {
    await this.nextStep();
    const status = this.random.chance(0.7) ? ('published' as const) : ('draft' as const);
    const { id: courseId } = await this.call('POST', '/courses/', { title: `コース ${this.places.length}`, status });
    const [first, second] = [
      await this.call('POST', '/sections/', { courseId, title: '一' }),
      await this.call('POST', '/sections/', { courseId, title: '二' }),
    ];
    const chapterIds: string[] = [];
    for (const sectionId of [first.id, first.id, second.id])
      chapterIds.push((await this.call('POST', '/chapters/', { sectionId, title: '章' })).id);
    this.places.push({ courseId, sectionId: first.id, chapterIds });
    this.model.change(courseId, { status, lessons: [] });
    const count = this.random.below(4);
    for (let index = 0; index < count; index += 1) await this.insertLesson(this.random.pick(this.places.slice(-1)));
    if (status === 'draft' || this.random.chance(0.6)) return;
    await this.server.database.execute(
      sql`update courses set published_at = null, drafts = null where id = ${courseId}`,
    );
    if (this.random.chance(0.5)) {
      await this.server.database.execute(sql`update lessons set added_at = null where chapter_id in
        (select ch.id from chapters ch join sections s on s.id = ch.section_id where s.course_id = ${courseId})`);
      this.model.makeOld(courseId);
      this.note(`${courseId} is from before`);
    }
  }

  protected note(line: string): void {
    const toName = (id: string) => {
      if (!this.names.includes(id)) this.names.push(id);
      return `#${this.names.indexOf(id)}`;
    };
    this.log.push(`${this.model.tick}: ${line.replaceAll(/[\da-f-]{36}/g, toName)}`);
  }

  protected isThere = ({ courseId }: Place): boolean => this.model.course(courseId).exists;

  /** Returns the chapters that can have lessons: those that are not in the trash. */
  protected chaptersOf({ courseId, sectionId, chapterIds }: Place): string[] {
    const isGone = (id: string) => this.deleted.some((item) => item.id === id);
    if (isGone(courseId)) return [];
    return chapterIds.filter((id, index) => !isGone(id) && (index === 2 || !isGone(sectionId)));
  }

  private async insertLesson(place: Place): Promise<void> {
    const chapters = this.chaptersOf(place);
    if (chapters.length === 0) return;
    const { id } = await this.call('POST', '/lessons/', { chapterId: this.random.pick(chapters), title: '課' });
    const { lessons } = this.model.course(place.courseId);
    this.model.change(place.courseId, { lessons: [...lessons, id] });
    this.note(`adds ${id} to ${place.courseId}`);
  }

  protected async addLesson(): Promise<void> {
    const place = this.random.pick(this.places);
    await this.insertLesson(place);
  }

  /** Returns a course that exists, with one of its lessons. */
  protected pickLesson(): { courseId: string; lessonId: string } | undefined {
    const all = this.places
      .filter(this.isThere)
      .flatMap(({ courseId }) => this.model.course(courseId).lessons.map((lessonId) => ({ courseId, lessonId })));
    return all.length > 0 ? this.random.pick(all) : undefined;
  }

  private async lessonsBelow(kind: string, id: string): Promise<string[]> {
    const isBelow = { lessons: sql`l.id`, chapters: sql`ch.id`, sections: sql`s.id`, courses: sql`s.course_id` }[kind];
    const { rows } = (await this.server.database
      .execute(sql`select l.id from lessons l join chapters ch on ch.id = l.chapter_id
      join sections s on s.id = ch.section_id where ${isBelow} = ${id}`)) as unknown as { rows: { id: string }[] };
    return rows.map((row) => row.id);
  }

  private async remove(kind: Deleted['kind'], id: string, courseId: string): Promise<void> {
    const lessons = await this.lessonsBelow(kind, id);
    await this.call('DELETE', `/${kind}/${id}`);
    this.deleted.push({ kind, id, courseId, lessons });
    const course = this.model.course(courseId);
    if (kind === 'courses') this.model.change(courseId, { exists: false });
    else this.model.change(courseId, { lessons: course.lessons.filter((lesson) => !lessons.includes(lesson)) });
    this.note(`deletes ${kind} ${id} of ${courseId}: ${lessons.join(' ')}`);
  }

  protected async deleteLesson(): Promise<void> {
    const found = this.pickLesson();
    if (found) await this.remove('lessons', found.lessonId, found.courseId);
  }

  protected async deleteChapter(): Promise<void> {
    const place = this.random.pick(this.places);
    const [chapter] = this.chaptersOf(place);
    if (chapter) await this.remove('chapters', chapter, place.courseId);
  }

  protected async deleteSection(): Promise<void> {
    const place = this.random.pick(this.places);
    const isGone = this.deleted.some(({ id }) => id === place.sectionId);
    if (this.isThere(place) && !isGone) await this.remove('sections', place.sectionId, place.courseId);
  }

  protected async deleteCourse(): Promise<void> {
    const { courseId } = this.random.pick(this.places);
    if (this.model.course(courseId).exists) await this.remove('courses', courseId, courseId);
  }

  protected async restore(): Promise<void> {
    if (this.deleted.length === 0) return;
    const item = this.random.pick(this.deleted);
    const { items } = await this.call('GET', '/trash/?size=200');
    const entry = items.find(({ subjectId }: { subjectId: string }) => subjectId === item.id);
    if (entry.isParentDeleted) return;
    const isCourse = item.kind === 'courses';
    const status = isCourse && this.random.chance(0.4) ? 'draft' : 'published';
    await this.call('POST', `/trash/${entry.id}/restore`, { status });
    this.deleted.splice(this.deleted.indexOf(item), 1);
    const { lessons } = this.model.course(item.courseId);
    if (isCourse) this.model.change(item.courseId, { exists: true, status });
    else this.model.change(item.courseId, { lessons: [...lessons, ...item.lessons] });
    this.note(`restores ${item.kind} ${item.id} of ${item.courseId} (${status})`);
  }

  protected async move(): Promise<void> {
    const found = this.pickLesson();
    const target = this.random.pick(this.places);
    const chapters = this.chaptersOf(target);
    if (!found || chapters.length === 0) return;
    const { courseId, lessonId } = found;
    await this.call('PATCH', `/lessons/${lessonId}`, { chapterId: this.random.pick(chapters) });
    this.note(`moves ${lessonId} from ${courseId} to ${target.courseId}`);
    if (target.courseId === courseId) return;
    this.model.change(courseId, { lessons: this.model.course(courseId).lessons.filter((id) => id !== lessonId) });
    this.model.change(target.courseId, { lessons: [...this.model.course(target.courseId).lessons, lessonId] });
  }

  protected async setStatus(): Promise<void> {
    const { courseId } = this.random.pick(this.places);
    const { exists, status: before } = this.model.course(courseId);
    if (!exists) return;
    const status = before === 'draft' ? 'published' : 'draft';
    await this.call('PATCH', `/courses/${courseId}`, { status });
    this.model.change(courseId, { status });
    this.note(`makes ${courseId} ${status}`);
  }
}
