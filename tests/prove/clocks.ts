/** The clocks of device and server, both of which can be wrong. */
import { DAY_MS, SECOND_MS } from '@/lib/constants';

import type { Scheduler } from './scheduler';
import { EPOCH, type SimulatedServer } from './server';

/** The shortest time in which a simulated learner answers a question set, ms. */
const MIN_ATTEMPT_MS = 3 * SECOND_MS;
const FAR_AHEAD_MS = 25 * DAY_MS;

export class Clocks {
  /** How far the device's clock is ahead, in ms. */
  private clockMs = 0;
  /** The speed of the device's clock; 1 is right. */
  private clockRate = 1;
  private wasDeviceAhead = false;
  /**
   * True if the server's clock has been weeks ahead, so that earlier stored confirmations of sent calls (receipts) look
   * old.
   */
  wasServerAhead = false;
  /** Question set → when it was last answered, by the device's clock. */
  private readonly answered = new Map<string, number>();
  /** Question set → when the last attempt began, in simulated ms. */
  private readonly begun = new Map<string, number>();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly server: SimulatedServer,
  ) {}

  /** Returns the device's time, in ms since 1970. */
  deviceNow(): number {
    return Math.round(EPOCH + this.clockMs + this.scheduler.now * this.clockRate);
  }

  setDeviceClock(ms: number, rate = 1): void {
    this.clockMs = ms;
    this.clockRate = rate;
    this.wasDeviceAhead ||= ms > FAR_AHEAD_MS;
  }

  setServerClock(ms: number): void {
    this.server.clockMs = ms;
    this.wasServerAhead ||= ms > FAR_AHEAD_MS;
  }

  /** Returns true if the learner has had time to answer the set again, and then begins a new attempt. */
  canAnswer(questionSetId: string): boolean {
    const isTime = this.scheduler.now - (this.begun.get(questionSetId) ?? -Infinity) >= MIN_ATTEMPT_MS;
    if (isTime) this.begun.set(questionSetId, this.scheduler.now);
    return isTime;
  }

  /**
   * Returns the time of new answers to a set. As in the app, it is later than that of earlier answers to the set on
   * this device.
   */
  nextAnsweredAt(questionSetId: string): string {
    const last = this.answered.get(questionSetId) ?? -Infinity;
    const at = Math.max(this.deviceNow(), last + MIN_ATTEMPT_MS);
    this.answered.set(questionSetId, at);
    return new Date(at).toISOString();
  }

  /**
   * Returns true if the stored confirmation of a sent call (receipt) may expire early: only if both clocks were weeks
   * ahead.
   */
  get wereBothClocksAhead(): boolean {
    return this.wasDeviceAhead && this.wasServerAhead;
  }
}
