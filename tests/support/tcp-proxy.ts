/** A TCP proxy between a server and its database, which can inject connection faults. */
import { connect, createServer, type Server, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Closes every open connection of the proxy; new connections work. */
  cut: () => void;
  /**
   * Closes each open connection at its next request, as a gateway does that has forgotten the connection; new
   * connections work.
   */
  forget: () => void;
  /** Drops all bytes in both directions from now on, without closing connections. */
  freeze: () => void;
  /** Ends all faults of the proxy. @param port the new target; unchanged if omitted. */
  thaw: (targetPort?: number) => void;
  /**
   * Forwards the next message that contains this text, but closes its connection before the response arrives; resolves
   * when that has happened.
   */
  swallowAnswerTo: (text: string) => Promise<void>;
  stop: () => Promise<void>;
}

class Pair {
  isForgotten = false;
  constructor(
    readonly near: Socket,
    readonly far: Socket,
  ) {
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
  }

  destroy(): void {
    this.near.destroy();
    this.far.destroy();
  }
}

/** Starts a proxy on a free local port. */
export async function startTcpProxy(firstTarget: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let target = firstTarget;
  let isFrozen = false;
  let swallowed: { text: string; done: () => void } | undefined;

  function handle(near: Socket): void {
    const pair = new Pair(near, connect(target, '127.0.0.1'));
    pairs.add(pair);
    near.on('close', () => pairs.delete(pair));
    let isMute = false;
    near.on('data', (chunk: Buffer) => {
      if (isFrozen) return;
      if (pair.isForgotten) return pair.destroy();
      pair.far.write(chunk);
      if (!swallowed || !chunk.includes(swallowed.text)) return;
      const { done } = swallowed;
      [isMute, swallowed] = [true, undefined];
      pair.far.once('data', () => {
        pair.destroy();
        done();
      });
    });
    pair.far.on('data', (chunk: Buffer) => {
      if (!isFrozen && !isMute) near.write(chunk);
    });
  }

  const server: Server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const pair of pairs) pair.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    cut,
    forget() {
      for (const pair of pairs) pair.isForgotten = true;
    },
    freeze: () => (isFrozen = true),
    thaw(targetPort = target) {
      [isFrozen, target] = [false, targetPort];
      // Closes all connections, because the bytes that were dropped are lost for them.
      cut();
    },
    swallowAnswerTo: (text) => new Promise((done) => (swallowed = { text, done })),
    stop: () => new Promise((resolve) => (cut(), server.close(() => resolve()))),
  } as TcpProxy;
}
