/** What is so in a simulated history, and what learners were told of it: the model that device, requests and screens are held against. */
import { QUEUE_SNAPSHOT_KEY } from '@/offline/queue/queue-counts';

import { Clocks } from './clocks';
import { Device } from './device';
import { createFact, type Fact, ownerOf, viewDevice } from './facts';
import type { Random } from './random';
import { Broken, Scheduler } from './scheduler';
import { type Answer, type Learner, learners, type Request, Server, wordOfRequest } from './server';

export class World {
  readonly scheduler: Scheduler;
  readonly device: Device;
  readonly server: Server;
  readonly clocks: Clocks;
  /** Local storage. */
  readonly words = new Map<string, string>();
  readonly facts = new Map<string, Fact>();
  /** What does not hold, found where nobody could be told at once. */
  failure: unknown;

  /** Who signed in last, who is about to, who may be gone since. */
  expected: Learner | undefined;
  readonly signingIn = new Set<string>();
  readonly mayBeGone = new Set<string>();
  /** Who has signed out, and not come back; whose sign-out has begun. */
  readonly signedOut = new Set<string>();
  readonly hasLeft = new Set<string>();
  /** Whose sign-out with 破棄 is on its way, or was cut off; whose was cut off after it had begun. */
  readonly discarding = new Set<string>();
  private readonly cutOff = new Set<string>();
  /** Who is signing out just now. */
  private readonly leaving = new Set<string>();
  /** What the server ever had; what it has forgotten, and of whom. */
  readonly everRecorded = new Set<string>();
  readonly wasForgotten = new Set<string>();
  readonly forgetfulFor = new Set<string>();
  /** How often the browser has deleted something; how often something has made what the server asked for void. */
  evictions = 0;
  upheavals = 0;
  /** How many deletions are on their way: nobody can say yet what they take. */
  deletions = 0;
  /** Whose lost queue is to be told. */
  readonly lossesDue = new Set<string>();
  private saves = 0;

  constructor(random: Random) {
    this.scheduler = new Scheduler(random);
    this.device = new Device(this.scheduler);
    this.server = new Server(this.scheduler);
    this.clocks = new Clocks(this.scheduler, this.server);
  }

  /** How often the device has failed so far. */
  get failures(): number {
    return this.device.failures;
  }

  /** What the page wrote to the console is no failure of the promise. */
  reported(error: unknown): void {
    this.scheduler.note(`a page reports ${String(error)}`);
  }

  /** Has a sentence that does not hold end the history, from where nobody would hear of it. */
  hold<T>(claim: () => T): T | undefined {
    try {
      return claim();
    } catch (error) {
      this.failure ??= error;
      return undefined;
    }
  }

  factOf(word: string, learner: Learner): Fact {
    const fact = this.facts.get(word) ?? createFact(word, learner);
    this.facts.set(word, fact);
    return fact;
  }

  saved(fact: Fact): void {
    this.scheduler.note(`${fact.word} is called saved`);
    Object.assign(fact, { isSaved: true, droppedAt: undefined, isEvicted: false });
    // The last one: before it may lie a record of the same that was damaged.
    const lying = viewDevice(this.device).calls.findLast(({ word, state }) => word === fact.word && state === 'queued');
    if (!lying) return;
    if (lying.entry.id === fact.entryId) return;
    fact.isForgotten = false;
    Object.assign(fact, { entryId: lying.entry.id, order: (this.saves += 1), isTouched: false });
  }

  notSaved(fact: Fact, error: unknown, failures: number): void {
    const reason = error instanceof Error && 'reason' in error ? error.reason : String(error);
    this.scheduler.note(`${fact.word} could not be saved: ${String(reason)}`);
    const view = viewDevice(this.device);
    const isElsewhere = view.session !== fact.learner || view.wipes.has(fact.learner) || this.signingIn.size > 0;
    if (reason === 'leaving' && isElsewhere) return;
    if (reason !== 'leaving' && (this.device.isFailing || failures !== this.failures)) return;
    this.failure ??= new Broken(`${fact.word} could not be saved (${String(reason)}) although nothing was amiss`);
  }

  /** A page has started: what was cut off is over. */
  started(name: string, learner: Learner | undefined, failures: number): void {
    this.scheduler.note(`${name} stands, ${learner ?? 'nobody'} is here`);
    if (learner && this.cutOff.has(learner) && failures === this.failures && !this.device.isFailing) {
      this.failure ??= new Broken(`the sign-out of ${learner} was cut off, and at the next start they are signed in`);
    }
    for (const one of this.discarding) if (!this.leaving.has(one)) this.noteDropped(one);
  }

  /** All of a learner's that is nowhere has been thrown away, as they asked. */
  private noteDropped(learner: string): void {
    const { calls } = viewDevice(this.device);
    for (const fact of this.facts.values()) {
      if (fact.learner === learner && !calls.some(({ word }) => word === fact.word)) {
        fact.droppedAt ??= this.scheduler.now;
      }
    }
    this.discarding.delete(learner);
  }

  signsIn(learner: Learner): void {
    this.signingIn.add(learner);
    this.signedOut.delete(learner);
    this.cutOff.delete(learner);
  }

  notSignedIn(learner: Learner): void {
    this.signingIn.delete(learner);
  }

  signedIn(learner: Learner): void {
    this.scheduler.note(`${learner} is signed in`);
    this.expected = learner;
    this.signingIn.delete(learner);
    this.cutOff.delete(learner);
    if (this.leaving.has(learner)) return;
    this.mayBeGone.delete(learner);
    this.hasLeft.delete(learner);
  }

  signsOut(learner: Learner, isDiscarding: boolean): void {
    this.leaving.add(learner);
    this.mayBeGone.add(learner);
    this.hasLeft.add(learner);
    if (isDiscarding) {
      this.discarding.add(learner);
      this.lossesDue.delete(learner);
    }
    this.upheavals += 1;
  }

  isSignedOut(learner: Learner, hasLeft: boolean, isDeviceWell: boolean): void {
    this.scheduler.note(`${learner} ${hasLeft ? 'is signed out' : 'could not be signed out'}`);
    this.leaving.delete(learner);
    if (!hasLeft) return;
    this.checkLeft(learner);
    // What a device that fails could not delete goes at the next start.
    if (isDeviceWell && !this.signingIn.has(learner)) this.signedOut.add(learner);
    if (this.discarding.has(learner)) this.noteDropped(learner);
  }

  /** What a sign-out leaves for the next start is marked, or nobody will delete it. */
  private checkLeft(learner: Learner): void {
    const { calls, wipes, session } = viewDevice(this.device);
    const isBack = session === learner || this.signingIn.has(learner) || this.device.isWriting('queue');
    const hasReceipt = calls.some((one) => one.learner === learner && one.state === 'sent');
    if (isBack || wipes.has(learner) || !hasReceipt) return;
    this.failure ??= new Broken(`${learner} is told to be signed out, and receipts stay that nobody will delete`);
  }

  wasCutOff(learner: Learner): void {
    this.leaving.delete(learner);
    if (viewDevice(this.device).wipes.has(learner)) this.cutOff.add(learner);
  }

  /** What the browser deletes with the queue is to be told, as far as it is known outside of it; what has arrived meanwhile is not lost. */
  noteLosses(): void {
    const { calls, losses } = viewDevice(this.device);
    for (const learner of learners) {
      const { waiting = 0, refused = 0 } = JSON.parse(
        this.words.get(QUEUE_SNAPSHOT_KEY + ownerOf(learner)) || '{}',
      ) as Record<string, number>;
      const isThere = calls.some((one) => one.learner === learner && one.state !== 'sent') || losses.includes(learner);
      if (isThere && waiting + refused > 0) this.lossesDue.add(learner);
    }
  }

  /** The browser has deleted something: what is nowhere now was taken by that. */
  noteEviction(): void {
    this.device.failures += 1;
    this.evictions += 1;
    this.upheavals += 1;
    const { calls } = viewDevice(this.device);
    for (const fact of this.facts.values()) {
      const isThere = calls.some(({ word, state }) => word === fact.word && state !== 'sent');
      if (!isThere && !this.server.has(fact.word)) fact.isEvicted = true;
    }
    if (this.expected) this.mayBeGone.add(this.expected);
    this.cutOff.clear();
  }

  /** The server answers; what it has now is no longer forgotten. */
  serve(request: Request): Answer {
    const answer = this.server.handle(request);
    const word = wordOfRequest(request);
    if (word && this.server.has(word)) {
      this.everRecorded.add(word);
      const fact = this.facts.get(word);
      if (fact) fact.isForgotten = false;
    }
    return answer;
  }

  restore(): void {
    for (const word of this.server.restore()) {
      const fact = this.facts.get(word);
      if (!fact) continue;
      fact.isForgotten = true;
      fact.lives += 1;
      this.wasForgotten.add(word);
      this.forgetfulFor.add(fact.learner);
    }
  }

  isLessonGone(word: string): boolean {
    return word.startsWith('read:') && this.server.deleted.has(word.slice('read:'.length));
  }

  /** Whether an answer takes this very call. */
  isReceipt(word: string, { body }: Answer): boolean {
    if (word.startsWith('read:')) return body === undefined || typeof body === 'object';
    const { clientSubmitId, id } = Object(body) as { clientSubmitId?: string; id?: string };
    return clientSubmitId ? word === `submit:${clientSubmitId}` : id !== undefined;
  }
}
