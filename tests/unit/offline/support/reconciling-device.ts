/** What the tests of healing begin with: a learner with receipts of a server that can forget, and an hour that passes. */
import { reconcileNow } from '@/offline/page/page-reconciliation';
import { enqueue } from '@/offline/queue/enqueue';
import type { QueuedCall } from '@/offline/queue/queued-calls';
import { replay } from '@/offline/queue/replay';
import { reconciliationFinished } from '@/offline/reconciliation/reconciliation-signal';
import { shiftClock } from '@/storage/now';
import { askingWords, reconciledWords } from '@/study/reconciliation-words';

import { installLocks } from './crash-contexts';
import { answerSubmit, emptyQueue, keyOf, signInAs } from './people';
import { RestorableServer } from './restorable-server';

const a = keyOf('a');
const HOUR_MS = 3_600_000;

/** The request that healing compares with. */
export const SEEN = 'GET /progress/detail/a';
/** Nothing waits, and nothing needs a look. */
export const QUIET = { waiting: 0, refused: 0, unreadable: 0 };

export class ReconcilingDevice {
  readonly server = new RestorableServer();
  /** What was said. */
  readonly told: string[] = [];
  private hours = 0;

  /** Begins a test: nothing waits, and user a is signed in. */
  static async start(): Promise<ReconcilingDevice> {
    installLocks();
    shiftClock(0);
    await emptyQueue();
    await signInAs('a');
    return new ReconcilingDevice();
  }

  readonly end = reconciliationFinished.subscribe(({ owner, healed, asks }) => {
    if (owner !== a) return;
    if (healed?.count) this.told.push(reconciledWords({ ...healed, count: healed.count }));
    if (asks) this.told.push(askingWords(asks));
  });

  /** Answers to the set s1. @param atMs since 1970. */
  answered(atMs = this.server.clock): QueuedCall {
    const call = answerSubmit('s1');
    if (call.kind !== 'answer-submit') return call;
    return { ...call, submit: { ...call.submit, answeredAt: new Date(atMs).toISOString() } };
  }

  /** Records calls and sends them. */
  async study(...calls: QueuedCall[]): Promise<void> {
    for (const call of calls) await enqueue(a, call);
    await replay('page');
  }

  /** Time passes, for the server, too. */
  pass(hours: number): void {
    this.hours += hours;
    this.server.clock += hours * HOUR_MS;
    shiftClock(this.hours * HOUR_MS);
  }

  /** An hour later: looks, and answers what was requested. A second more, for the machine's clock may be put back a little meanwhile. */
  async look(options: Parameters<typeof reconcileNow>[1] = {}): Promise<string[]> {
    this.pass(1 + 1 / 3600);
    const before = this.server.requests.length;
    await reconcileNow(a, options);
    return this.server.requests.slice(before);
  }

  /** What was sent of what a look requested. */
  async lookAndSend(): Promise<string[]> {
    return (await this.look()).filter((request) => !request.startsWith('GET'));
  }
}
