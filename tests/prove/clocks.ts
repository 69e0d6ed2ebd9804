/** The device's clock and the server's, neither of them to be trusted. */
import { DAY_MS, SECOND_MS } from '@/lib/constants';

import type { Scheduler } from './scheduler';
import { EPOCH, type Server } from './server';

/** Nobody answers a set faster. */
const ATTEMPT_MS = 3 * SECOND_MS;
const FAR_AHEAD_MS = 25 * DAY_MS;

export class Clocks {
  /** The device's is ahead by this, and this fast. */
  private clockMs = 0;
  private clockRate = 1;
  private wasDeviceAhead = false;
  /** The server's has been weeks ahead: what was received before looks old. */
  wasServerAhead = false;
  /** Set → when it was answered last. */
  private readonly answered = new Map<string, number>();
  private readonly begun = new Map<string, number>();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly server: Server,
  ) {}

  clock(): number {
    return Math.round(EPOCH + this.clockMs + this.scheduler.now * this.clockRate);
  }

  turnClock(ms: number, rate = 1): void {
    this.clockMs = ms;
    this.clockRate = rate;
    this.wasDeviceAhead ||= ms > FAR_AHEAD_MS;
  }

  turnServerClock(ms: number): void {
    this.server.clockMs = ms;
    this.wasServerAhead ||= ms > FAR_AHEAD_MS;
  }

  /** Whether a learner has had the time to answer a set again. */
  isTimeToAnswer(questionSetId: string): boolean {
    const isTime = this.scheduler.now - (this.begun.get(questionSetId) ?? -Infinity) >= ATTEMPT_MS;
    if (isTime) this.begun.set(questionSetId, this.scheduler.now);
    return isTime;
  }

  /** When answers to a set are given, as the app has it: later than all to it that this device knows of. */
  answeredNow(questionSetId: string): string {
    const last = this.answered.get(questionSetId) ?? -Infinity;
    const at = Math.max(this.clock(), last + ATTEMPT_MS);
    this.answered.set(questionSetId, at);
    return new Date(at).toISOString();
  }

  /** Both clocks together may throw a receipt away. */
  get wereBothClocksAhead(): boolean {
    return this.wasDeviceAhead && this.wasServerAhead;
  }
}
