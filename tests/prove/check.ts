/** What must hold after every step: of the device, of the server, and of what was said. */
import { DAY_MS, MINUTE_MS } from '@/lib/constants';
import type { Entry } from '@/offline/queue/entries';

import { type DeviceView, type Fact, learnerIn, type Lying, viewDevice } from './facts';
import { Broken } from './scheduler';
import type { World } from './world';

interface SeenReceipt extends Lying {
  since: number;
}

/** So long a receipt stays at least. */
const RECEIPT_TTL_MS = 29 * DAY_MS;

export class Check {
  private receipts = new Map<string, SeenReceipt>();
  private evictions = 0;
  private readonly waitedAgain = new Set<string>();

  constructor(private readonly world: World) {}

  /** Looks at everything; nothing may be half written. */
  run(): void {
    const view = viewDevice(this.world.device);
    this.checkOwners(view);
    this.checkOnce(view);
    for (const fact of this.world.facts.values()) this.checkFact(fact, view);
    this.checkReceipts(view);
    this.checkSession(view);
    this.checkServer();
  }

  private checkOwners({ calls }: DeviceView): void {
    for (const { learner, entry, word } of calls) {
      if (learnerIn(entry.call) !== learner) throw new Broken(`${word} lies under the name of ${learner}`);
    }
  }

  private checkOnce({ calls }: DeviceView): void {
    const seen = new Set<string>();
    for (const { state, word } of calls) {
      if (state === 'sent' || state === 'unreadable' || this.world.facts.get(word)?.isDamaged) continue;
      if (seen.has(word)) throw new Broken(`${word} waits twice`);
      seen.add(word);
    }
  }

  private checkFact(fact: Fact, { calls }: DeviceView): void {
    const { word, learner } = fact;
    const waiting = calls.filter((one) => one.word === word && one.state !== 'sent');
    const isAsked = fact.isDropping || this.world.discarding.has(learner);
    if (fact.droppedAt !== undefined && waiting.length > 0 && !fact.isDamaged && !isAsked) {
      throw new Broken(`${word} was thrown away, and waits`);
    }
    const isGone = this.world.isLessonGone(word) && this.world.everRecorded.has(word);
    const isExplained = fact.droppedAt !== undefined || fact.isEvicted || fact.isForgotten || isAsked || isGone;
    if (!fact.isSaved || waiting.length > 0 || this.world.server.has(word) || isExplained) return;
    throw new Broken(`${word} was called saved, and is neither on the device nor on the server`);
  }

  /** A receipt is of what the server received, stays a month, and waits again only where the server has forgotten it. */
  private checkReceipts({ calls }: DeviceView): void {
    const { world } = this;
    if (world.evictions !== this.evictions) this.receipts.clear();
    this.evictions = world.evictions;
    const now = new Map<string, SeenReceipt>();
    for (const one of calls) {
      if (one.state !== 'sent') continue;
      if (!world.everRecorded.has(one.word)) throw new Broken(`${one.word} has a receipt, and the server never had it`);
      if (world.signedOut.has(one.learner)) throw new Broken(`a receipt of ${one.learner} is there after the sign-out`);
      now.set(one.entry.id, { ...one, since: this.receipts.get(one.entry.id)?.since ?? world.scheduler.now });
    }
    for (const [id, receipt] of this.receipts) {
      if (now.has(id)) continue;
      const again = calls.find(({ entry }) => entry.id === id);
      if (again) this.checkAgain(receipt, again);
      else this.checkGone(receipt);
    }
    this.receipts = now;
  }

  private checkGone({ learner, word, since }: SeenReceipt): void {
    const { world } = this;
    const isOld = world.scheduler.now - since > RECEIPT_TTL_MS || world.clocks.wereBothClocksAhead;
    if (isOld || world.hasLeft.has(learner) || world.facts.get(word)?.isDamaged) return;
    throw new Broken(`the receipt of ${word} is gone`);
  }

  private checkAgain({ entry, word, learner, since }: SeenReceipt, { state }: Lying): void {
    const { world } = this;
    const fact = world.facts.get(word);
    const isReading = entry.call.kind === 'lesson-read';
    const isLost = isReading ? fact?.isForgotten || world.wasForgotten.has(word) : world.forgetfulFor.has(learner);
    // By a clock that jumped what was received a moment ago is old, and not shown: nobody can tell that from forgetting.
    const isYoung = world.scheduler.now - since < 2 * MINUTE_MS;
    const looksLost = isYoung && world.clocks.wasServerAhead && world.server.hasShownLate;
    if (!isLost && !looksLost) throw new Broken(`${word} waits again although the server has not forgotten it`);
    if (state !== 'queued') return;
    if (entry.state === 'sent' && !isReading && !entry.receipt.isEchoed) {
      throw new Broken(`${word} waits again by itself, and this server might count it twice`);
    }
    if (this.waitedAgain.has(entry.id)) throw new Broken(`${word} waits again by itself a second time`);
    this.waitedAgain.add(entry.id);
  }

  /** Nobody is signed in, or out, who did not ask for it. */
  private checkSession({ session }: DeviceView): void {
    const { expected, mayBeGone, signingIn } = this.world;
    if (session === undefined) {
      if (expected && !mayBeGone.has(expected)) throw new Broken(`${expected} is signed out, and nobody asked for it`);
      return;
    }
    if (session !== expected && !signingIn.has(session))
      throw new Broken(`${session} is signed in instead of ${expected}`);
    if (this.world.signedOut.has(session)) throw new Broken(`${session} has signed out, and is signed in`);
  }

  private checkServer(): void {
    for (const [word, { user }] of this.world.server.recorded.calls) {
      const fact = this.world.facts.get(word);
      if (fact?.learner !== user) throw new Broken(`the server has ${word} under the name of ${user}`);
    }
  }

  /** At the end, when all that can be sent has had its time. @param isHeld what something on the way still stops. */
  atEnd(learner: string, isHeld: (word: string) => boolean, ...mayLie: string[]): void {
    const { calls, losses } = viewDevice(this.world.device);
    if (this.world.lossesDue.has(learner) && !losses.includes(learner)) {
      throw new Broken(`the browser deleted what waited of ${learner}, and nobody says so`);
    }
    for (const { word, learner: whose, isSaved, isDamaged } of this.world.facts.values()) {
      if (whose !== learner || isHeld(word) || isDamaged) continue;
      const lying = calls.find((one) => one.word === word && one.state !== 'unreadable');
      if (lying && mayLie.includes(lying.state)) continue;
      if (lying && lying.state !== 'sent') throw new Broken(`${word} still waits at the end (${lying.state})`);
      if (lying && !this.world.server.has(word)) this.checkUnhealed(lying, calls, ['queued', ...mayLie]);
      if (isSaved) this.checkArrived(word, lying !== undefined);
    }
  }

  private checkArrived(word: string, hasReceipt: boolean): void {
    const fact = this.world.facts.get(word);
    const isExplained =
      fact?.droppedAt !== undefined || fact?.isEvicted || (fact?.isForgotten && !hasReceipt) || fact?.isDropping;
    const { server } = this.world;
    if (isExplained || server.has(word) || this.world.isLessonGone(word) || hasReceipt) return;
    throw new Broken(`${word} was called saved, and has not arrived at the end`);
  }

  private checkUnhealed({ word, learner, entry }: Lying, calls: readonly Lying[], unsettled: readonly string[]): void {
    // What came of those that were sent again is judged once all of them have been received.
    const isSettling = calls.some(
      (one) => one.learner === learner && unsettled.includes(one.state) && one.entry.healed,
    );
    if (isSettling && entry.healed === 'sent') return;
    // Of a set with later submits nobody can tell which are gone: a server might count one twice, or has forgotten it twice.
    const isSubmit = entry.state === 'sent' && entry.call.kind === 'answer-submit';
    if (isSubmit && (!entry.receipt.isEchoed || entry.healed !== undefined || this.isHidden(entry, calls))) return;
    if (this.world.isLessonGone(word) || entry.healed === 'left') return;
    throw new Broken(`the server has forgotten ${word}, its receipt is here, and it was not sent again`);
  }

  /** Whether a submit to the same set, whose receipt found no room on the device, makes up for the number of the one that is gone. */
  private isHidden({ call }: Entry, calls: readonly Lying[]): boolean {
    const setOf = (one: Entry['call']) => (one.kind === 'answer-submit' ? one.submit.questionSetId : undefined);
    return [...this.world.server.recorded.calls].some(
      ([word, { submit }]) => submit && submit.questionSetId === setOf(call) && !calls.some((one) => one.word === word),
    );
  }
}
