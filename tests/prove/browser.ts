/** The simulated browser: three tabs, a service worker, and the device that they share. */
import { FakeLocks } from '@tests/support/web-locks';

import type { AppFactory } from './bundle';
import { Network } from './network';
import { Page } from './page';
import { type Channel, Realm, type SharedBrowser, Tab } from './realm';
import { RequestInvariants } from './request-invariants';
import type { Lifecycle } from './scheduler';
import type { World } from './world';

export class Browser implements SharedBrowser {
  readonly network: Network;
  readonly locks: FakeLocks<Lifecycle>;
  readonly channels = new Set<Channel>();
  readonly localStorage: Map<string, string>;
  readonly pages: Page[];
  private worker: Realm | undefined;

  constructor(
    readonly world: World,
    private readonly load: AppFactory,
  ) {
    this.localStorage = world.localStorage;
    this.network = new Network(world, new RequestInvariants(world));
    this.locks = new FakeLocks<Lifecycle>({
      schedule: (life, grant) => world.scheduler.post(life.name, grant, life),
      isDead: ({ state }) => state === 'dead',
    });
    this.pages = ['tab 1', 'tab 2', 'tab 3'].map((name) => new Page(this, load, name));
  }

  wakeWorker(): void {
    if (!this.worker || this.worker.state === 'dead') {
      this.worker = new Realm(this, 'worker', 'worker', new Tab(), this.load);
    }
    void this.worker.app.replay('worker');
  }

  /** Fires Background Sync within 20 s, as a browser does at a time of its choice. */
  wakeWorkerLater(): void {
    const { scheduler } = this.world;
    const wake = () => this.network.condition !== 'dead' && this.wakeWorker();
    scheduler.after(scheduler.random.below(20_000), 'browser', wake);
  }

  stopWorker(): void {
    this.worker?.kill();
  }

  reloadLater(realm: Realm): void {
    const page = this.pages.find((one) => one.realm === realm);
    this.world.scheduler.post('browser', () => page?.realm === realm && realm.state !== 'dead' && page.open());
  }

  /** Kills all pages and the service worker at once, as a crash of the browser does. */
  close(): void {
    for (const page of this.pages) page.close();
    this.stopWorker();
  }
}
