/**
 * Fakes Web Locks for jsdom, Node and the simulation, none of which has them: exclusive locks, granted in the order of
 * the requests.
 */

type Callback<T> = (lock: Lock | null) => T | Promise<T>;

interface Claim<Owner> {
  owner: Owner;
  grant: () => void;
}

interface Options<Owner> {
  /**
   * Schedules the callback of a granted lock; the callback runs at once if omitted. The simulation posts it to its
   * scheduler.
   */
  schedule?: (owner: Owner, grant: () => void) => void;
  /** Returns true for an owner that has been killed: its requests are never granted. */
  isDead?: (owner: Owner) => boolean;
}

/** The locks of one device. An owner is a page or worker; its locks are released when it is killed. */
export class FakeLocks<Owner = undefined> {
  /** Lock name → the request that holds the lock, then the requests that wait for it. */
  private readonly queues = new Map<string, Claim<Owner>[]>();

  constructor(private readonly options: Options<Owner> = {}) {}

  /**
   * Returns the part of `navigator.locks` that the app uses. @param currentOwner returns the owner of a request, called
   * when the request is made.
   */
  manager(currentOwner: () => Owner): Pick<LockManager, 'query' | 'request'> {
    const request = async (name: string, first: LockOptions | Callback<unknown>, second?: Callback<unknown>) => {
      const [options, callback] = typeof first === 'function' ? [{}, first] : [first, second];
      if (!callback) throw new TypeError('A lock needs a callback');
      return this.request(currentOwner(), name, options, callback);
    };
    return { query: async () => this.snapshot(), request: request as LockManager['request'] };
  }

  /** Returns the number of requests for a lock, including the granted one. */
  count(name: string): number {
    return this.queues.get(name)?.length ?? 0;
  }

  /** True while any lock is held. */
  get areHeld(): boolean {
    return this.queues.size > 0;
  }

  /** Returns true if the owner holds a lock or waits for one. */
  concern(owner: Owner): boolean {
    return [...this.queues.values()].some((queue) => queue.some((claim) => claim.owner === owner));
  }

  /** Releases the locks of an owner that was killed, and withdraws its requests. */
  release(owner: Owner): void {
    for (const [name, queue] of this.queues)
      for (const claim of queue) if (claim.owner === owner) this.leave(name, claim);
  }

  private async request<T>(owner: Owner, name: string, options: LockOptions, callback: Callback<T>): Promise<T> {
    const { signal, ifAvailable } = options;
    if (this.options.isDead?.(owner)) return new Promise(() => undefined);
    signal?.throwIfAborted();
    if (ifAvailable && this.count(name) > 0) return callback(null);
    const claim: Claim<Owner> = { owner, grant: () => undefined };
    await this.wait(name, claim, signal);
    try {
      return await callback({ name, mode: 'exclusive' });
    } finally {
      this.leave(name, claim);
    }
  }

  private wait(name: string, claim: Claim<Owner>, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.leave(name, claim);
        reject(signal?.reason as Error);
      };
      claim.grant = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      const queue = [...(this.queues.get(name) ?? []), claim];
      this.queues.set(name, queue);
      if (queue.length === 1) this.grant(claim);
    });
  }

  private grant({ owner, grant }: Claim<Owner>): void {
    if (this.options.schedule) this.options.schedule(owner, grant);
    else grant();
  }

  private leave(name: string, claim: Claim<Owner>): void {
    const queue = this.queues.get(name) ?? [];
    const rest = queue.filter((other) => other !== claim);
    if (rest.length === 0) this.queues.delete(name);
    else this.queues.set(name, rest);
    if (queue[0] === claim && rest[0]) this.grant(rest[0]);
  }

  private snapshot(): LockManagerSnapshot {
    const describe = (name: string) => ({ name, mode: 'exclusive' as const, clientId: 'page' });
    return {
      held: [...this.queues.keys()].map(describe),
      pending: [...this.queues].flatMap(([name, queue]) => queue.slice(1).map(() => describe(name))),
    };
  }
}
