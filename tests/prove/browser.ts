/** The simulated browser: three tabs, a worker, and what they share. */
import { FakeLocks } from '@tests/support/web-locks';

import type { AppFactory } from './bundle';
import { type Channel, Host, type Surround, Tab } from './host';
import { Page } from './page';
import type { Life } from './scheduler';
import { Watch } from './watch';
import { Wire } from './wire';
import type { World } from './world';

export class Browser implements Surround {
  readonly wire: Wire;
  readonly locks: FakeLocks<Life>;
  readonly channels = new Set<Channel>();
  readonly words: Map<string, string>;
  readonly pages: Page[];
  private worker: Host | undefined;

  constructor(
    readonly world: World,
    private readonly load: AppFactory,
  ) {
    this.words = world.words;
    this.wire = new Wire(world, new Watch(world));
    this.locks = new FakeLocks<Life>({
      schedule: (life, grant) => world.scheduler.post(life.name, grant, life),
      isDead: ({ state }) => state === 'dead',
    });
    this.pages = ['tab 1', 'tab 2', 'tab 3'].map((name) => new Page(this, load, name));
  }

  wakeWorker(): void {
    if (!this.worker || this.worker.state === 'dead') {
      this.worker = new Host(this, 'worker', 'worker', new Tab(), this.load);
    }
    void this.worker.app.replay('worker');
  }

  /** Background Sync: the browser chooses when. */
  wakeWorkerLater(): void {
    const { scheduler } = this.world;
    const wake = () => this.wire.weather !== 'dead' && this.wakeWorker();
    scheduler.after(scheduler.random.below(20_000), 'browser', wake);
  }

  stopWorker(): void {
    this.worker?.kill();
  }

  reloadLater(host: Host): void {
    const page = this.pages.find((one) => one.host === host);
    this.world.scheduler.post('browser', () => page?.host === host && host.state !== 'dead' && page.open());
  }

  /** Its end, all at once. */
  close(): void {
    for (const page of this.pages) page.close();
    this.stopWorker();
  }
}
