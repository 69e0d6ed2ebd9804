/**
 * Simulates the global environment of one page or service worker, which can be frozen, killed, and put into the
 * back/forward cache.
 */
import { setMaxListeners } from 'node:events';

import type { FakeLocks } from '@tests/support/web-locks';

import { type App, type AppFactory, API_HOST, type Globals } from './bundle';
import type { Network } from './network';
import { InvariantViolation, type Lifecycle } from './scheduler';
import type { World } from './world';

/** The state that all pages and the worker of a device share. */
export interface SharedBrowser {
  world: World;
  network: Network;
  locks: FakeLocks<Lifecycle>;
  channels: Set<Channel>;
  localStorage: Map<string, string>;
  /** Reloads a page, as `location.reload()` does. */
  reloadLater: (realm: Realm) => void;
  wakeWorkerLater: () => void;
}

/** A tab's session storage, which outlives reloads. */
export class Tab {
  readonly sessionStorage = new Map<string, string>();

  duplicate(): Tab {
    const tab = new Tab();
    for (const [key, value] of this.sessionStorage) tab.sessionStorage.set(key, value);
    return tab;
  }
}

/** Replaces `AbortSignal.any`: Node's own version keeps its listeners in memory until the signal is aborted. */
function anyOf(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    setMaxListeners(0, signal);
    if (signal.aborted) controller.abort(signal.reason);
    else signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  }
  return controller.signal;
}

function storageOf(items: Map<string, string>) {
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

interface Message {
  data: unknown;
}

/** BroadcastChannel between the pages and the worker of a device. */
export class Channel {
  private readonly listeners = new Set<(event: Message) => void>();

  constructor(
    private readonly realm: Realm,
    private readonly others: Set<Channel>,
  ) {
    others.add(this);
  }

  readonly addEventListener = (_: string, listener: (event: Message) => void) => void this.listeners.add(listener);
  readonly removeEventListener = (_: string, listener: (event: Message) => void) =>
    void this.listeners.delete(listener);

  readonly postMessage = (data: object): void => {
    if (this.realm.state === 'dead' || !this.others.has(this)) return;
    for (const other of this.others) if (other !== this) other.receive({ ...data });
  };

  readonly close = (): void => void this.others.delete(this);

  private receive(data: object): void {
    const { realm } = this;
    if (realm.state === 'dead') return;
    if (realm.isInBackForwardCache)
      throw new InvariantViolation(
        `${realm.name} listens to a channel in the back/forward cache, so the browser evicts it`,
      );
    realm.browser.world.scheduler.post(
      realm.name,
      () => this.listeners.forEach((listener) => listener({ data })),
      realm,
    );
  }
}

/** The parts of a page's `document` and `window` that the app uses. */
class PageGlobals {
  readonly window = new EventTarget();
  readonly document = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    documentElement: { style: { visibility: '' } },
  });

  transition(type: 'pageshow' | 'pagehide', persisted: boolean): void {
    this.window.dispatchEvent(Object.assign(new Event(type), { persisted }));
  }

  show(visibilityState: 'visible' | 'hidden'): void {
    this.document.visibilityState = visibilityState;
    this.document.dispatchEvent(new Event('visibilitychange'));
  }
}

export class Realm implements Lifecycle {
  state: Lifecycle['state'] = 'running';
  held: Lifecycle['held'] = [];
  wasFrozen = false;
  isInBackForwardCache = false;
  readonly page = new PageGlobals();
  readonly app: App;
  readonly name: string;

  constructor(
    readonly browser: SharedBrowser,
    readonly kind: 'page' | 'worker',
    name: string,
    readonly tab: Tab,
    load: AppFactory,
  ) {
    this.name = name;
    this.app = load(this.globals());
  }

  private timers() {
    const { scheduler } = this.browser.world;
    let last = 0;
    const running = new Map<number, () => void>();
    const setTimeout = (run: () => void, ms = 0) => {
      const id = (last += 1);
      const fire = () => {
        running.delete(id);
        run();
      };
      running.set(id, scheduler.after(ms, this.name, fire, this));
      return id;
    };
    const clearTimeout = (id: number | undefined) => {
      if (id === undefined) return;
      running.get(id)?.();
      running.delete(id);
    };
    return { setTimeout, clearTimeout, setInterval: setTimeout, clearInterval: clearTimeout };
  }

  private timeout(ms: number): AbortSignal {
    const controller = new AbortController();
    const fail = () => controller.abort(new DOMException('too late', 'TimeoutError'));
    this.browser.world.scheduler.after(ms, this.name, fail, this);
    return controller.signal;
  }

  private globals(): Globals {
    const { browser, page, kind } = this;
    const { world } = browser;
    const { scheduler, device } = world;
    const clock = () => world.clocks.deviceNow();
    const openChannel = () => new Channel(this, browser.channels);
    const navigator = {
      locks: browser.locks.manager(() => this),
      serviceWorker: {
        controller: {},
        getRegistration: async () => ({ sync: { register: async () => browser.wakeWorkerLater() } }),
      },
    };
    const random = Object.assign(Object.create(Math) as Math, { random: () => scheduler.random.next() });
    const own: Partial<Globals> = {
      location: { origin: API_HOST, reload: () => browser.reloadLater(this) },
      navigator,
      indexedDB: device.openFor(this),
      IDBKeyRange: device.keyRange,
      fetch: (url: string, init: RequestInit) => browser.network.fetch(this, url, init),
      BroadcastChannel: function open() {
        return openChannel();
      },
      ...this.timers(),
      Date: class extends Date {
        constructor(...args: [] | [number | string]) {
          super(args[0] ?? clock());
        }
        static override now = clock;
      },
      performance: { now: () => scheduler.now },
      Math: random,
      AbortSignal: { timeout: (ms: number) => this.timeout(ms), any: anyOf },
      crypto: {
        getRandomValues: (bytes: Uint8Array) => bytes.map((_, index) => (bytes[index] = scheduler.random.below(256))),
      },
      caches: { delete: async () => true, has: async () => false, keys: async () => [] },
      reportError: (error: unknown) => world.noteReportedError(error),
      ...(kind === 'page' && {
        window: page.window,
        document: page.document,
        sessionStorage: storageOf(this.tab.sessionStorage),
        localStorage: storageOf(browser.localStorage),
      }),
    };
    return { ...own, globalThis: { ...own, __zod_globalConfig: undefined } } as Globals;
  }

  /** Ends the page or worker: its pending tasks never run, its locks are released, its transactions abort. */
  kill(): void {
    if (this.state === 'dead') return;
    this.state = 'dead';
    this.held = [];
    this.browser.locks.release(this);
    this.browser.world.device.closeConnectionsOf(this);
  }
}
