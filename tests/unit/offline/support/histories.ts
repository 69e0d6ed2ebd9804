/**
 * Random histories of one device with two learners, run against a small model: what was called 保存済み is on the server
 * or in the queue, once, under the right user; nobody's calls are sent by anybody else; what was thrown away stays away.
 */
import { clearSession } from '@tests/support/session';

import { enqueue } from '@/offline/queue/queue';
import { retry } from '@/offline/queue/queue-care';
import { countQueue } from '@/offline/queue/queue-counts';
import { listReceipts } from '@/offline/queue/queue-lists';
import type { QueuedCall } from '@/offline/queue/queued-calls';
import { createReplayer, type Replayer } from '@/offline/queue/replay';
import { admitOwner, finishWipes, wipeOwner } from '@/offline/wipe';
import { ownerKey, type OwnerKey, readSession } from '@/session/session';
import { shiftClock } from '@/storage/now';
import { StorageError } from '@/storage/storage-error';

import { type ContextName, type Operation, type User, users } from './operations';
import { answerSubmit, emptyQueue, keyOf, lessonRead, signInAs, wordOf } from './people';
import { listQueue, listRefused } from './queue';
import { installStudyServer, type Mode, type StudyServer } from './study-server';
import { type Context, createContext, installLocks, runIn } from './world';

/** A plain check: thousands of histories make some million of them. */
function must(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(sentence);
}

/** What the learners were told, and what they asked for. */
interface Model {
  /** `user word` of what was called 保存済み. */
  saved: Set<string>;
  /** Thrown away by a log-out: need not, but may have, reached the server. */
  dropped: Set<string>;
  /** Every call that was ever tried, with who made it. */
  made: Map<string, QueuedCall>;
}

/** One run of a history. */
export class Device {
  private readonly model: Model = { saved: new Set(), dropped: new Set(), made: new Map() };
  private readonly alive = new Map<ContextName, { context: Context; replayer: Replayer }>();
  private readonly server: StudyServer = installStudyServer();
  /** Who logged out last. */
  private loggedOut: OwnerKey | undefined;

  static async start(): Promise<Device> {
    installLocks();
    shiftClock(0);
    await emptyQueue();
    await clearSession();
    await signInAs('a');
    return new Device();
  }

  private context(which: ContextName) {
    const known = this.alive.get(which);
    if (known && !known.context.isDead) return known;
    const made = { context: createContext(which), replayer: createReplayer(which === 'worker' ? 'worker' : 'page') };
    this.alive.set(which, made);
    return made;
  }

  private async user(): Promise<User | undefined> {
    return (await readSession())?.owner.userId as User | undefined;
  }

  /** Lesson ids and submits carry their learner's name, so that the server's record shows a mix-up. */
  private async save(which: ContextName, make: (learner: User) => QueuedCall): Promise<void> {
    const learner = await this.user();
    if (!learner) return;
    const call = make(learner);
    const word = `${learner} ${wordOf(call)}`;
    this.model.made.set(word, call);
    const { context } = this.context(which);
    const entry = await runIn(context, () => enqueue(keyOf(learner), call)).catch((error: unknown) => {
      if (error instanceof StorageError && error.reason === 'leaving') return undefined;
      throw error;
    });
    if (!entry) return;
    this.model.saved.add(word);
    // Thrown away before, and recorded again now.
    this.model.dropped.delete(word);
  }

  private readonly read = (lesson: number) => (learner: User) => lessonRead(`${learner}-l${lesson}`);
  private readonly answer = (set: number) => (learner: User) => answerSubmit(`${learner}-s${set}`);

  private async replay(which: ContextName, answers: readonly Mode[], isUrgent = false, dies?: number): Promise<void> {
    const { context, replayer } = this.context(which);
    this.server.script.push(...answers);
    if (dies !== undefined) context.diesAt = context.steps.length + dies;
    await runIn(context, () => replayer.replay({ isUrgent }));
    context.diesAt = undefined;
  }

  private async signIn(learner: User): Promise<void> {
    await admitOwner(keyOf(learner));
    await signInAs(learner);
  }

  private async logOut(which: ContextName, choice: string, dies?: number): Promise<void> {
    // Whose log-out was cut off before it began, and whose session then ended, has not logged out.
    this.loggedOut = undefined;
    const session = await readSession();
    if (!session) return;
    if (choice === 'send') await this.replay(which, []);
    const owner = ownerKey(session.owner);
    const learner = session.owner.userId;
    this.loggedOut = owner;
    const before = choice === 'drop' ? await this.waitingOf(learner) : [];
    const { context } = this.context(which);
    if (dies !== undefined) context.diesAt = context.steps.length + dies;
    await runIn(context, () => wipeOwner(owner, { dropsEntries: choice === 'drop' }));
    context.diesAt = undefined;
    const after = new Set(await this.waitingOf(learner));
    for (const word of before) if (!after.has(word)) this.model.dropped.add(word);
    // The next start.
    await finishWipes();
  }

  private async waitingOf(learner: string): Promise<string[]> {
    const owner = keyOf(learner);
    const entries = [...(await listQueue(owner)), ...(await listRefused(owner))];
    return entries.map(({ call }) => `${learner} ${wordOf(call)}`);
  }

  async apply(operation: Operation): Promise<void> {
    this.server.script = [];
    switch (operation.op) {
      case 'read':
        return this.save('page', this.read(operation.lesson));
      case 'answer':
        return this.save('tab', this.answer(operation.set));
      case 'press twice': {
        const twice = [this.read(operation.lesson), this.read(operation.lesson)];
        await Promise.all(twice.map((make, index) => this.save(index ? 'tab' : 'page', make)));
        return;
      }
      case 'crash while saving': {
        const { context } = this.context('page');
        context.diesAt = context.steps.length + operation.at;
        await this.save('page', this.answer(1));
        context.diesAt = undefined;
        return;
      }
      case 'replay':
        return this.replay(operation.name, operation.script, operation.isUrgent);
      case 'two replay':
        await Promise.all([this.replay('page', operation.script), this.replay('worker', [])]);
        return;
      case 'crash in replay':
        return this.replay(operation.name, operation.script, true, operation.at);
      case 'crash of one of two':
        await Promise.all([this.replay('page', operation.script, true, operation.at), this.replay('worker', [])]);
        return;
      case 'save in mid-replay':
        await Promise.all([this.replay('page', operation.script), this.save('page', this.read(operation.lesson))]);
        return;
      case 'sign in':
        return this.signIn(operation.user);
      case 'sign in in mid-replay':
        await Promise.all([this.replay('page', operation.script), this.signIn(operation.user)]);
        return;
      case 'session ends':
        return clearSession();
      case 'log out':
        await this.logOut('page', operation.how);
        return this.checkNothingReadable();
      case 'log out in mid-replay':
        await Promise.all([this.replay('worker', operation.script), this.logOut('page', operation.how)]);
        return this.checkNothingReadable();
      case 'crash in log-out':
        return this.logOut('page', operation.how, operation.at);
      case 'resend refused':
        return this.resendRefused();
      case 'clock':
        shiftClock(operation.to);
    }
  }

  private async resendRefused(): Promise<void> {
    const learner = await this.user();
    if (!learner) return;
    for (const entry of await listRefused(keyOf(learner))) await retry(entry);
  }

  /** After a log-out that was not cut off. */
  private async checkNothingReadable(): Promise<void> {
    must((await readSession()) === undefined, 'somebody is still signed in');
    const left = this.loggedOut === undefined ? 0 : (await countQueue(this.loggedOut)).receipts;
    must(left === 0, `${left} receipts stayed behind`);
  }

  /** What must hold at any time. */
  async check(): Promise<void> {
    const { made, dropped, saved } = this.model;
    const waiting = new Set<string>();
    for (const learner of users) {
      for (const word of await this.waitingOf(learner)) {
        must(!waiting.has(word), `${word} waits twice`);
        must(made.has(word), `${word} waits under the wrong name`);
        must(!dropped.has(word), `${word} was thrown away and waits`);
        waiting.add(word);
      }
    }
    for (const word of this.server.recorded.keys()) must(made.has(word), `${word} was recorded under the wrong name`);
    for (const word of saved) {
      const isKnown = waiting.has(word) || this.server.recorded.has(word) || dropped.has(word);
      must(isKnown, `${word} was saved and is nowhere`);
    }
  }

  /** The network comes back, everybody signs in again: then everything arrives. */
  async finish(): Promise<void> {
    shiftClock(4_000_000);
    this.server.script = [];
    await finishWipes();
    for (const learner of users) {
      await this.signIn(learner);
      await this.resendRefused();
      await this.replay('page', []);
      const owner = keyOf(learner);
      const { waiting, refused, unreadable } = await countQueue(owner);
      must(waiting + refused + unreadable === 0, `${learner} still has ${waiting} waiting, ${refused} refused`);
      for (const { call } of await listReceipts(owner)) {
        must(this.server.recorded.has(`${learner} ${wordOf(call)}`), 'a receipt is not of the server');
      }
    }
    for (const word of this.model.saved) {
      const isThere = this.server.recorded.has(word) || this.model.dropped.has(word);
      must(isThere, `${word} was saved and has not arrived`);
    }
  }
}
