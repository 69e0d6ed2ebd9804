/**
 * Simulates the server of a history: the shared study server with a clock that can be wrong, crashes, backups, and two
 * versions.
 */
import { StudyServer } from '@tests/support/study-server';

import type { Scheduler } from './scheduler';

export const learners = ['a', 'b'] as const;
export type Learner = (typeof learners)[number];

/** The server's clock when a history begins, in ms since 1970. */
export const EPOCH = Date.parse('2026-09-01T00:00:00Z');

export class SimulatedServer extends StudyServer {
  /** How far the server's clock is ahead, in ms. */
  clockMs = 0;
  /** Ids of the lessons that staff have deleted. */
  readonly deletedLessons = new Set<string>();
  /** The number of server crashes so far. */
  crashes = 0;
  private upAt = 0;
  private readonly backups: SimulatedServer['calls'][] = [];

  constructor(private readonly scheduler: Scheduler) {
    super({
      now: () => EPOCH + scheduler.now + this.clockMs,
      uptime: () => scheduler.now,
      lessonsOf: (user) => [1, 2, 3].map((number) => `${user}-l${number}`).filter((id) => !this.deletedLessons.has(id)),
      questionSetsOf: (user) =>
        [1, 2].map((number) => ({ questionSetId: `${user}-s${number}`, lessonId: `${user}-l1` })),
    });
  }

  /** False for the older server version, which neither echoes submit ids nor accepts the times of read lessons. */
  get isNew(): boolean {
    return this.echoesSubmitIds;
  }

  set isNew(isNew: boolean) {
    this.echoesSubmitIds = isNew;
    this.acceptsReadTimes = isNew;
  }

  get isUp(): boolean {
    return this.scheduler.now >= this.upAt;
  }

  /** Takes the server down for a time. Calls that it has recorded remain recorded; responses in flight are lost. */
  crash(ms: number): void {
    this.crashes += 1;
    this.upAt = this.scheduler.now + ms;
  }

  backUp(): void {
    this.backups.push(new Map(this.calls));
  }

  /** Restores the last backup, or an empty server. @returns the keys of the calls that this has removed. */
  restore(): string[] {
    const backup = new Map(this.backups.at(-1));
    const lost = [...this.calls.keys()].filter((callKey) => !backup.has(callKey));
    this.calls = backup;
    return lost;
  }

  deleteLesson(lesson: string): void {
    this.deletedLessons.add(lesson);
    this.calls.delete(`read:${lesson}`);
  }

  /**
   * Expires a user's access tokens.
   *
   * @param isRefreshable false expires the refresh token, too: only a new sign-in helps then.
   */
  expireTokens(user: string, isRefreshable: boolean): void {
    for (let number = this.tokens; number > 0; number -= 1) this.expiredTokens.add(`token-${user}-${number}`);
    if (!isRefreshable) this.expiredTokens.add(`refresh-${user}`);
  }
}
