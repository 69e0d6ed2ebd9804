/**
 * The rule of completions (docs/decisions/0080), slow and obvious: it keeps what every course was at every moment, and
 * searches all moments again after each step. Times are ticks: a step happens at a whole tick, and a late reading may
 * be dated between two.
 */

export interface ModelCourse {
  status: 'draft' | 'published';
  /** False while the course is in the trash. */
  exists: boolean;
  /** The lessons that are neither in another course nor in the trash by themselves. */
  lessons: readonly string[];
}

interface Reading {
  lesson: string;
  /** The day of study as the client says it, and the day of receipt. */
  readAt: number;
  receivedAt: number;
}

export interface ModelCompletion {
  course: string;
  lessons: readonly string[];
  completedAt: number;
  receivedAt: number;
}

type Snapshot = ReadonlyMap<string, ModelCourse>;

export class CompletionsModel {
  /** All courses after each step, by tick. */
  private readonly snapshots: Snapshot[] = [new Map()];
  readonly readings = new Map<string, Reading[]>();
  readonly completions = new Map<string, ModelCompletion[]>();

  /** When each person last studied. */
  readonly lastStudied = new Map<string, number>();

  constructor(readonly people: readonly string[]) {}

  /** The tick of the last step. */
  get tick(): number {
    return this.snapshots.length - 1;
  }

  get courses(): Snapshot {
    return this.at(this.tick);
  }

  course(id: string): ModelCourse {
    const course = this.courses.get(id);
    if (!course) throw new Error(`The model has no course ${id}`);
    return course;
  }

  private at(moment: number): Snapshot {
    return this.snapshots[Math.floor(moment)] ?? new Map();
  }

  /** Begins the next step. */
  step(): void {
    this.snapshots.push(this.courses);
  }

  /** Changes a course in the present step. */
  change(id: string, changes: Partial<ModelCourse>): void {
    const before = this.courses.get(id) ?? { status: 'draft', exists: true, lessons: [] };
    this.snapshots[this.tick] = new Map(this.courses).set(id, { ...before, ...changes });
  }

  /** Makes a course one that an old build wrote, which did not store times: it has always been as it is now. */
  makeOld(id: string): void {
    const course = this.course(id);
    for (const [tick, snapshot] of this.snapshots.entries()) this.snapshots[tick] = new Map(snapshot).set(id, course);
  }

  read(person: string, lesson: string, readAt: number): void {
    const readings = this.readings.get(person) ?? [];
    const known = readings.find((reading) => reading.lesson === lesson);
    if (known) known.readAt = Math.min(known.readAt, readAt);
    else this.readings.set(person, [...readings, { lesson, readAt, receivedAt: this.tick }]);
    this.lastStudied.set(person, Math.max(this.lastStudied.get(person) ?? 0, known?.readAt ?? readAt));
  }

  /** Returns true if learners could have seen the course, because it was published by then. */
  private isKnown(id: string, moment: number): boolean {
    return this.snapshots.some((snapshot, tick) => tick <= moment && snapshot.get(id)?.status === 'published');
  }

  private isDraft(id: string, moment: number): boolean {
    return this.at(moment).get(id)?.status === 'draft';
  }

  private lessonsAt(id: string, moment: number): readonly string[] {
    return this.isKnown(id, moment) ? (this.at(moment).get(id)?.lessons ?? []) : [];
  }

  /**
   * Returns the moment from which a reading counts: its day of study, or its receipt if learners could not see the
   * lesson on that day.
   */
  private countsFrom({ lesson, readAt, receivedAt }: Reading): number {
    const seenAt = this.snapshots.findIndex((snapshot, tick) =>
      [...snapshot.keys()].some((id) => this.lessonsAt(id, tick).includes(lesson)),
    );
    return seenAt >= 0 && readAt < seenAt ? receivedAt : readAt;
  }

  /** Returns true if a reading was made and received while the course was the same draft. */
  private isOfDraft(id: string, reading: Reading): boolean {
    const from = this.countsFrom(reading);
    const ticks = this.snapshots.map((_, tick) => tick).filter((tick) => tick > from && tick <= reading.receivedAt);
    return [from, ...ticks].every((moment) => this.isDraft(id, moment));
  }

  /**
   * Returns a person's completion of a course: at the first moment at which all lessons that the course had were read.
   */
  private find(person: string, id: string): ModelCompletion | undefined {
    const readings = this.readings.get(person) ?? [];
    const moments = new Set([...this.snapshots.keys(), ...readings.map((reading) => this.countsFrom(reading))]);
    for (const moment of [...moments].toSorted((a, b) => a - b)) {
      const lessons = this.lessonsAt(id, moment);
      const own = readings.filter((reading) => lessons.includes(reading.lesson) && this.countsFrom(reading) <= moment);
      const isMadeNow = own.some((reading) => this.countsFrom(reading) === moment && !this.isOfDraft(id, reading));
      if (lessons.length === 0 || own.length < lessons.length) continue;
      if (this.isDraft(id, moment) && !isMadeNow) continue;
      return {
        course: id,
        lessons,
        completedAt: Math.max(...own.map((reading) => this.countsFrom(reading))),
        receivedAt: Math.max(...own.map((reading) => reading.receivedAt)),
      };
    }
    return undefined;
  }

  /** Ends a step: records the completions of the courses that are not in the trash. What is recorded stays. */
  record(): void {
    for (const person of this.people) {
      const recorded = this.completions.get(person) ?? [];
      const missing = [...this.courses.keys()].filter(
        (id) => this.course(id).exists && !recorded.some(({ course }) => course === id),
      );
      const found = missing.flatMap((id) => this.find(person, id) ?? []);
      this.completions.set(person, [...recorded, ...found]);
    }
  }
}
