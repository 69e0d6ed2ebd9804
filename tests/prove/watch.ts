/** What must hold of every request at the moment when it leaves the device. */
import { HOUR_MS } from '@/lib/constants';
import type { Entry } from '@/offline/queue/entries';

import type { Fact } from './facts';
import { viewDevice } from './facts';
import { Broken, type Life } from './scheduler';
import type { Answer, Request } from './server';
import type { World } from './world';

/** Reading, looking again and sending take this long at most; what was thrown away before is not sent. */
const LOOK_MS = 1500;
/** Clocks that drift, and what was on its way. */
const SLACK_MS = 2500;
/** Three tabs ask a dead server every 4 s for five minutes, and seldom after that; some more at signs of a network. */
const MOST_IN_AN_HOUR = 400;

interface Answered {
  host: Life;
  entryId: string | undefined;
  healed: Entry['healed'];
  failures: number;
  lives: number;
}

export class Watch {
  private readonly onTheWay = new Map<string, Set<Life>>();
  private readonly answered = new Map<string, Answered>();
  /** Until when the server has asked a learner's devices to wait. */
  private readonly asked = new Map<string, { until: number; upheavals: number; failures: number }>();
  /** Entry → the day that was told for it. */
  private readonly days = new Map<string, string>();
  /** When each call was sent within the last hour. */
  private readonly times = new Map<string, number[]>();

  constructor(private readonly world: World) {}

  requested(
    host: Life,
    request: Request,
    word: string | undefined,
  ): { ended: () => void; answered: (answer: Answer) => void } {
    if (word === undefined) return { ended: () => undefined, answered: () => undefined };
    const user = request.token.split('-')[1] ?? '';
    const fact = this.world.facts.get(word);
    if (!fact) throw new Broken(`${word} is sent, and nobody ever did it`);
    if (fact.learner !== user)
      throw new Broken(`${word} of ${fact.learner} is sent in the name of ${user || 'nobody'}`);
    this.checkAlone(host, word);
    const entry = viewDevice(this.world.device).calls.find((one) => one.word === word && one.state === 'queued')?.entry;
    // A damaged record and what is done anew beside it share a name: neither can be held against the other.
    if (!fact.isDamaged) {
      this.checkWanted(fact);
      this.checkUnanswered(host, fact, entry);
      if (entry) this.checkDay(entry.id, request);
    }
    this.checkOrder(fact, entry?.id);
    this.checkPatience(fact);
    this.checkOften(word);
    fact.isTouched = true;
    const hosts = this.onTheWay.get(word) ?? new Set();
    this.onTheWay.set(word, hosts.add(host));
    return {
      ended: () => void hosts.delete(host),
      answered: (answer) => this.noteAnswer(host, fact, entry, answer),
    };
  }

  private checkAlone(host: Life, word: string): void {
    const others = [...(this.onTheWay.get(word) ?? [])].filter(({ state }) => state !== 'dead');
    if (others.length > 0) throw new Broken(`${word} is sent by ${host.name} while ${others[0]?.name} is sending it`);
  }

  private checkWanted({ word, droppedAt }: Fact): void {
    if (droppedAt === undefined || this.world.scheduler.now - droppedAt <= LOOK_MS) return;
    throw new Broken(`${word} was thrown away, and is sent`);
  }

  /** Once its answer has come, it is not sent again: not by the same page, and by no other that could know. */
  private checkUnanswered(host: Life, { word, lives }: Fact, entry: Entry | undefined): void {
    const answered = this.answered.get(word);
    if (!answered || !entry || answered.entryId !== entry.id || answered.lives !== lives) return;
    // Healing sends along what may have been forgotten.
    if (answered.healed !== entry.healed) return;
    const isExcused =
      answered.host.state === 'dead' ||
      answered.host.wasFrozen ||
      (answered.failures !== this.world.failures && answered.host !== host);
    if (!isExcused) throw new Broken(`${word} is sent again although its answer had come`);
  }

  /** What was saved first is tried first. */
  private checkOrder(fact: Fact, entryId: string | undefined): void {
    // Whoever was sending when the browser deleted the queue goes on from where it was.
    if (fact.isTouched || fact.entryId !== entryId || this.world.evictions > 0) return;
    for (const { state, learner, word, entry } of viewDevice(this.world.device).calls) {
      const other = this.world.facts.get(word);
      const isPlain = state === 'queued' && entry.state === 'queued' && entry.notBefore === undefined && !entry.blocked;
      if (!other || learner !== fact.learner || !isPlain || other.isTouched || other.isDamaged) continue;
      if (other.entryId === entry.id && other.isSaved && other.order < fact.order) {
        throw new Broken(`${fact.word} is sent before ${word}, which was saved first and never tried`);
      }
    }
  }

  private checkPatience({ learner, word }: Fact): void {
    const { until = 0, upheavals, failures } = this.asked.get(learner) ?? {};
    const { now } = this.world.scheduler;
    // The clock has moved, or the device has forgotten it.
    if (upheavals !== this.world.upheavals || failures !== this.world.failures) return;
    if (now < until)
      throw new Broken(
        `${word} is sent ${Math.round((until - now) / 1000)} s before the server wanted to be asked again`,
      );
  }

  /** Whatever is answered, the timer's turns grow longer. */
  private checkOften(word: string): void {
    const { now } = this.world.scheduler;
    const times = [...(this.times.get(word) ?? []), now].filter((at) => at > now - HOUR_MS);
    if (times.length > MOST_IN_AN_HOUR) throw new Broken(`${word} is sent ${times.length} times within an hour`);
    this.times.set(word, times);
  }

  /** A reading is of the day on which it was read, however often it is sent. */
  private checkDay(entryId: string, { query }: Request): void {
    const at = query.get('at');
    if (!at) return;
    const before = this.days.get(entryId) ?? at;
    if (before !== at) throw new Broken(`a reading was of ${before}, and is now of ${at}`);
    this.days.set(entryId, at);
  }

  private noteAnswer(host: Life, { word, learner, lives }: Fact, entry: Entry | undefined, answer: Answer): void {
    const { scheduler, upheavals, device } = this.world;
    const failures = device.isFailing ? -1 : device.failures;
    const { now } = scheduler;
    const waitMs = Number(answer.headers?.['Retry-After'] ?? 0) * 1000;
    const isTaken = answer.status === 200 && this.world.isReceipt(word, answer);
    if (isTaken) this.answered.set(word, { host, entryId: entry?.id, healed: entry?.healed, failures, lives });
    // What waits apart is asked for time alone, while the server answers others.
    const isApart = entry?.state === 'queued' && entry.blocked !== undefined;
    if (isApart) return;
    if (waitMs > 0) this.asked.set(learner, { until: now + waitMs * 0.97 - SLACK_MS, upheavals, failures });
    else this.asked.delete(learner);
  }
}
