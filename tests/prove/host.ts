/** One page or worker: a world of its own for the code, which can be frozen, killed, kept and brought back. */
import { setMaxListeners } from 'node:events';

import type { FakeLocks } from '@tests/support/web-locks';

import { type App, type AppFactory, API_HOST, type Globals } from './bundle';
import { Broken, type Life } from './scheduler';
import type { Wire } from './wire';
import type { World } from './world';

/** What all pages and the worker of a device share. */
export interface Surround {
  world: World;
  wire: Wire;
  locks: FakeLocks<Life>;
  channels: Set<Channel>;
  /** Local storage. */
  words: Map<string, string>;
  /** A page loads itself anew. */
  reloadLater: (host: Host) => void;
  wakeWorkerLater: () => void;
}

/** What the browser keeps for a tab through reloads. */
export class Tab {
  readonly words = new Map<string, string>();

  duplicate(): Tab {
    const tab = new Tab();
    for (const [key, value] of this.words) tab.words.set(key, value);
    return tab;
  }
}

/** As `AbortSignal.any`, which in Node keeps all that listens to it for ever unless it is aborted. */
function anyOf(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    setMaxListeners(0, signal);
    if (signal.aborted) controller.abort(signal.reason);
    else signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  }
  return controller.signal;
}

function storageOf(words: Map<string, string>) {
  return {
    getItem: (key: string) => words.get(key) ?? null,
    setItem: (key: string, value: string) => void words.set(key, value),
    removeItem: (key: string) => void words.delete(key),
  };
}

interface Message {
  data: unknown;
}

/** Pages and worker of a device, as they hear each other. */
export class Channel {
  private readonly listeners = new Set<(event: Message) => void>();

  constructor(
    private readonly host: Host,
    private readonly others: Set<Channel>,
  ) {
    others.add(this);
  }

  readonly addEventListener = (_: string, listener: (event: Message) => void) => void this.listeners.add(listener);
  readonly removeEventListener = (_: string, listener: (event: Message) => void) =>
    void this.listeners.delete(listener);

  readonly postMessage = (data: object): void => {
    if (this.host.state === 'dead' || !this.others.has(this)) return;
    for (const other of this.others) if (other !== this) other.hear({ ...data });
  };

  readonly close = (): void => void this.others.delete(this);

  private hear(data: object): void {
    const { host } = this;
    if (host.state === 'dead') return;
    if (host.isKept) throw new Broken(`${host.name} listens in the back/forward cache, and the browser throws it away`);
    host.browser.world.scheduler.post(host.name, () => this.listeners.forEach((listener) => listener({ data })), host);
  }
}

/** A page's `document` and `window`, as far as the code asks them. */
class Surroundings {
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

export class Host implements Life {
  state: Life['state'] = 'running';
  held: Life['held'] = [];
  wasFrozen = false;
  /** In the back/forward cache. */
  isKept = false;
  readonly page = new Surroundings();
  readonly app: App;
  readonly name: string;

  constructor(
    readonly browser: Surround,
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
    const clock = () => world.clocks.clock();
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
      fetch: (url: string, init: RequestInit) => browser.wire.fetch(this, url, init),
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
      reportError: (error: unknown) => world.reported(error),
      ...(kind === 'page' && {
        window: page.window,
        document: page.document,
        sessionStorage: storageOf(this.tab.words),
        localStorage: storageOf(browser.words),
      }),
    };
    return { ...own, globalThis: { ...own, __zod_globalConfig: undefined } } as Globals;
  }

  /** Its end: nothing that it was about to do happens. */
  kill(): void {
    if (this.state === 'dead') return;
    this.state = 'dead';
    this.held = [];
    this.browser.locks.release(this);
    this.browser.world.device.bury(this);
  }
}
