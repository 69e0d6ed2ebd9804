/**
 * Simulates devices of several learners against the real server, one at a time: each has its own database, each start
 * its own modules.
 */
import { cpSync, rmSync } from 'node:fs';

import type { TestServer } from '@tests/support/server';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';

import type { QueuedCall } from '@/offline/queue/queued-calls';
import type { OwnerKey } from '@/session/session';

import { installLocks } from './crash-contexts';

/** Loads the app's modules, as a start of the app does. */
async function loadApp() {
  vi.resetModules();
  const [replay, reconciliation, queue, counts, notes, session, host] = await Promise.all([
    import('@/offline/queue/replay'),
    import('@/offline/page/page-reconciliation'),
    import('@/offline/queue/enqueue'),
    import('@/offline/queue/queue-counts'),
    import('@/offline/reconciliation/notes'),
    import('@/session/session'),
    import('@/session/api-host'),
  ]);
  return { replay, reconciliation, queue, counts, notes, session, host };
}
export type App = Awaited<ReturnType<typeof loadApp>>;

/** Replaces the `Date` header of answers by the test's time; Node writes the machine's. */
export function dateAnswers(): void {
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const answer = await plain(...args);
    const headers = new Headers(answer.headers);
    headers.set('Date', new Date().toUTCString());
    return new Response(answer.body, { status: answer.status, headers });
  });
}

export class RestoredDevice {
  private readonly databases = new IDBFactory();

  constructor(
    private readonly server: TestServer,
    readonly user: string,
  ) {}

  /**
   * Starts the app, signs its user in and runs `work`.
   *
   * @param hours the time since the last start, which passes for the server, too.
   */
  async start<T>(work: (app: App, owner: OwnerKey) => Promise<T>, hours = 0.5): Promise<T> {
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    installLocks();
    Object.assign(globalThis, { indexedDB: this.databases, __API_HOST__: this.server.origin });
    const app = await loadApp();
    const accessToken = await this.server.login(this.user);
    const owner = { apiHost: app.host.apiHost(), userId: await this.userId() };
    await app.session.saveSession({ accessToken, tokenType: 'bearer', owner });
    return work(app, app.session.ownerKey(owner));
  }

  async userId(): Promise<string> {
    return String((await this.server.call('GET', '/api/v1/me/', { as: this.user })).body.id);
  }

  /** Records calls and sends them; the app is closed before it reconciles. */
  study(calls: readonly QueuedCall[]): Promise<void> {
    return this.start(async ({ queue, replay }, owner) => {
      for (const call of calls) await queue.enqueue(owner, call);
      await replay.replay('page');
    });
  }

  /** Starts the app, reconciles with the server, and sends what it has forgotten. */
  reconcile(): Promise<{ waiting: number; refused: number; receipts: number; healed?: number }> {
    return this.start(async ({ reconciliation, counts, notes }, owner) => {
      await reconciliation.reconcileNow(owner, { isStart: true });
      const { healed } = await notes.readReconciliationNotes(owner);
      return { ...(await counts.countQueue(owner)), healed: healed?.count };
    });
  }
}

/** Backs up the server's data. @returns a function that restores them. */
export async function backUp(server: TestServer): Promise<() => Promise<void>> {
  const copy = `${server.dataDir}.backup`;
  await server.pause();
  cpSync(server.dataDir, copy, { recursive: true });
  await server.resume();
  return async () => {
    await server.pause();
    rmSync(server.dataDir, { recursive: true });
    cpSync(copy, server.dataDir, { recursive: true });
    rmSync(copy, { recursive: true });
    await server.resume();
  };
}
