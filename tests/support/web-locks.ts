/** Web Locks for jsdom, which has none: one holder at a time for each name, the others wait in line. */

type Granted = (lock: Lock | null) => unknown;

interface Waiting {
  grant: () => void;
}

/** The part of a browser's LockManager that the app uses; locks are exclusive and die with the test file. */
export function createWebLocks(): Pick<LockManager, 'query' | 'request'> {
  const lines = new Map<string, Waiting[]>();

  function leave(name: string, waiting: Waiting): void {
    const line = lines.get(name)?.filter((other) => other !== waiting) ?? [];
    const wasFirst = lines.get(name)?.[0] === waiting;
    if (line.length === 0) lines.delete(name);
    else lines.set(name, line);
    if (wasFirst) line[0]?.grant();
  }

  function waitInLine(name: string, waiting: Waiting, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const giveUp = () => {
        leave(name, waiting);
        reject(signal?.reason);
      };
      waiting.grant = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      const line = [...(lines.get(name) ?? []), waiting];
      lines.set(name, line);
      if (line.length === 1) waiting.grant();
    });
  }

  async function request(name: string, first: LockOptions | Granted, second?: Granted): Promise<unknown> {
    const options = typeof first === 'function' ? {} : first;
    const callback = typeof first === 'function' ? first : second;
    if (!callback) throw new TypeError('A lock needs a callback');
    if (options.ifAvailable && lines.has(name)) return callback(null);
    const waiting: Waiting = { grant: () => undefined };
    await waitInLine(name, waiting, options.signal);
    try {
      return await callback({ name, mode: 'exclusive' });
    } finally {
      leave(name, waiting);
    }
  }

  async function query(): Promise<LockManagerSnapshot> {
    const held = [...lines.keys()].map((name) => ({ name, mode: 'exclusive' as const, clientId: 'page' }));
    const pending = [...lines].flatMap(([name, line]) =>
      line.slice(1).map(() => ({ name, mode: 'exclusive' as const, clientId: 'page' })),
    );
    return { held, pending };
  }
  return { query, request: request as LockManager['request'] };
}
