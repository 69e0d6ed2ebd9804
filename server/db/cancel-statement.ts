/** Breaks off what PostgreSQL is at, as its protocol has it: by a connection of its own, on which nothing else is said. */
import { connect } from 'node:net';

/** What PostgreSQL has told a connection about itself. */
export interface Cancellable {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
}

/** In place of a version of the protocol. */
const CANCEL_CODE = 80_877_102;

function requestFor({ processID, secretKey }: Cancellable): Buffer {
  const request = Buffer.alloc(16);
  for (const [index, word] of [request.length, CANCEL_CODE].entries()) request.writeInt32BE(word, 4 * index);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  return request;
}

/** Nobody says whether it came in time. @param patienceMs after which nobody waits for it. */
export function cancelStatement(connection: Cancellable, patienceMs: number): void {
  const { host, port } = connection;
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  // It is the other side that closes it: a pooler forgets the request of one who has left.
  socket.setTimeout(patienceMs, () => socket.destroy());
  socket.on('error', () => undefined);
  socket.unref();
  socket.write(requestFor(connection));
}
