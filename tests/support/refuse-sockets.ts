/** Emulates folders that cannot hold Unix sockets, as shared folders of Docker Desktop, WSL or SMB. */
import { Server } from 'node:net';

import { vi } from 'vitest';

/**
 * Makes listening on any socket file fail with an error code; abstract names still work.
 *
 * @returns a function that allows it again.
 */
export function refuseSockets(code: string): () => void {
  const original = Reflect.get(Server.prototype, 'listen') as (...args: unknown[]) => Server;
  const listening = vi.spyOn(Server.prototype, 'listen').mockImplementation(function listen(
    this: Server,
    ...args: unknown[]
  ) {
    const [path] = args;
    if (typeof path !== 'string' || !path.startsWith('/')) return original.apply(this, args);
    process.nextTick(() => this.emit('error', Object.assign(new Error(code), { code, syscall: 'listen' })));
    return this;
  });
  return () => listening.mockRestore();
}
