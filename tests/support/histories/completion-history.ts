/** Plays random histories of edits and readings, also late ones, on a server and on the model of completions. */
import { repairHistory } from '@server/api/completions/course-history';
import { noteUnchecked } from '@server/api/completions/record-completions';
import { pendingSteps } from '@server/api/pending-steps';
import { runNextPiece } from '@server/api/shared/pending-work';
import { sql } from 'drizzle-orm';

import { EditHistory, histories } from './edit-history';

const { people } = histories;

export interface Required {
  courseId: string;
  dueAt: number;
}

/** How often each step is drawn, relative to the others. */
const steps = {
  addLesson: 4,
  deleteLesson: 4,
  deleteChapter: 1,
  deleteSection: 0.5,
  deleteCourse: 1,
  restore: 5,
  move: 4,
  setStatus: 3,
  read: 16,
  readInOldBuild: 2,
  require: 2,
} as const;

export class CompletionHistory extends EditHistory {
  readonly required: Required[] = [];

  /** Picks a person, a lesson that the person may read now, and a moment of study: now, or some time ago. */
  private pickReading() {
    const found = this.pickLesson();
    const person = this.random.pick(people);
    if (!found || (person !== 'staff' && this.model.course(found.courseId).status === 'draft')) return undefined;
    const { tick } = this.model;
    const isLate = this.random.chance(0.5);
    return { ...found, person, readAt: isLate ? this.random.below(tick) + 0.5 : tick, isLate };
  }

  private async read(): Promise<void> {
    const reading = this.pickReading();
    if (!reading) return;
    const { person, lessonId, readAt, isLate } = reading;
    const at = isLate ? `?at=${new Date(this.timeAt(readAt)).toISOString()}` : '';
    await this.call('PUT', `/progress/lesson/${lessonId}${at}`, undefined, person);
    this.model.read(person, lessonId, readAt);
    this.note(`${person} reads ${lessonId} at ${readAt}`);
  }

  /** Stores a reading as an older build without completions does after a rollback, and starts this build again. */
  private async readInOldBuild(): Promise<void> {
    const reading = this.pickReading();
    if (!reading || this.model.readings.get(reading.person)?.some(({ lesson }) => lesson === reading.lessonId)) return;
    const { person, lessonId, readAt } = reading;
    const { database } = this.server;
    const [studied, received] = [readAt, this.model.tick].map((moment) => new Date(this.timeAt(moment)).toISOString());
    await database.execute(sql`insert into lesson_reads (user_id, lesson_id, read_at, received_at)
      values (${`user-${person}`}, ${lessonId}, ${studied}, ${received})`);
    await database.execute(
      sql`update users set last_studied_at = greatest(last_studied_at, ${studied}) where username = ${person}`,
    );
    await database.transaction(async (transaction) => {
      await repairHistory(transaction);
      await noteUnchecked(transaction);
    });
    while (await runNextPiece(database, pendingSteps));
    this.model.read(person, lessonId, readAt);
    this.note(`${person} reads ${lessonId} at ${readAt} in an older build`);
  }

  private async require(): Promise<void> {
    const { courseId } = this.random.pick(this.places);
    const { tick } = this.model;
    if (!this.model.course(courseId).exists) return;
    const dueAt = this.timeAt(this.random.below(tick + 3) + 0.25);
    const json = {
      id: crypto.randomUUID(),
      courseId,
      companyId: histories.company,
      dueAt: new Date(dueAt).toISOString(),
    };
    await this.call('POST', '/assignments/', json);
    this.required.push({ courseId, dueAt });
    this.note(`requires ${courseId}`);
  }

  /** Plays a history. @param afterStep is called after each step. */
  async play(stepCount: number, afterStep: () => Promise<void>): Promise<void> {
    await this.reset();
    for (let index = 0; index < 3; index += 1) await this.addCourse();
    this.model.record();
    for (let index = 0; index < stepCount; index += 1) {
      await this.nextStep();
      await this[this.random.weighted(steps)]();
      this.model.record();
      await afterStep();
    }
  }
}
