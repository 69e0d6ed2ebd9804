/** Cancels a running statement with PostgreSQL's CancelRequest, which needs a separate connection. */
import { connect } from 'node:net';

/** A connection's address and its BackendKeyData, which a CancelRequest must contain. */
export interface Cancellable {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
}

/** The code of a CancelRequest message. It takes the place of the protocol version in a start message. */
const CANCEL_CODE = 80_877_102;

function requestFor({ processID, secretKey }: Cancellable): Buffer {
  const request = Buffer.alloc(16);
  for (const [index, word] of [request.length, CANCEL_CODE].entries()) request.writeInt32BE(word, 4 * index);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  return request;
}

/** Sends a CancelRequest. PostgreSQL does not answer whether it had an effect. @param timeoutMs closes the connection. */
export function cancelStatement(connection: Cancellable, timeoutMs: number): void {
  const { host, port } = connection;
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  // Wait until PostgreSQL closes the connection: a pooler drops the request if the client closes first.
  socket.setTimeout(timeoutMs, () => socket.destroy());
  socket.on('error', () => undefined);
  socket.unref();
  socket.write(requestFor(connection));
}
