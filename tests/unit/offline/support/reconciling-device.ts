/** Sets up reconciliation tests: a signed-in learner, a restorable server, and a clock that both share. */
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

/** The progress request, whose answer reconciliation compares with the receipts. */
export const SEEN = 'GET /progress/detail/a';
/** The queue's counts, except that of receipts, when no call is queued, refused or unreadable. */
export const QUIET = { waiting: 0, refused: 0, unreadable: 0 };

export class ReconcilingDevice {
  readonly server = new RestorableServer();
  /** The notices that were shown to the learner. */
  readonly told: string[] = [];
  /** The number of finished comparisons, by which a test waits for runs in the background before it ends. */
  finished = 0;
  private hours = 0;

  /** Starts with an empty queue and user a signed in. */
  static async start(): Promise<ReconcilingDevice> {
    installLocks();
    shiftClock(0);
    await emptyQueue();
    await signInAs('a');
    return new ReconcilingDevice();
  }

  readonly end = reconciliationFinished.subscribe(({ owner, healed, asks }) => {
    if (owner !== a) return;
    this.finished += 1;
    if (healed?.count) this.told.push(reconciledWords({ ...healed, count: healed.count }));
    if (asks) this.told.push(askingWords(asks));
  });

  /** Makes a submit to the set s1. @param atMs when it was answered, in ms since 1970. */
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

  /** Advances the clocks of device and server. */
  pass(hours: number): void {
    this.hours += hours;
    this.server.clock += hours * HOUR_MS;
    shiftClock(this.hours * HOUR_MS);
  }

  /** Reconciles an hour and a second later, because the machine's clock may go back a little. @returns the requests. */
  async look(options: Parameters<typeof reconcileNow>[1] = {}): Promise<string[]> {
    this.pass(1 + 1 / 3600);
    const before = this.server.requests.length;
    await reconcileNow(a, options);
    return this.server.requests.slice(before);
  }

  /** Reconciles like {@link look}. @returns only the requests that send a call. */
  async lookAndSend(): Promise<string[]> {
    return (await this.look()).filter((request) => !request.startsWith('GET'));
  }
}
