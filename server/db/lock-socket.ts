/** The protocol on the lock's socket: the client sends one line, the holder answers with one line. */
import type { Socket } from 'node:net';

/** Answers a line from another process on the lock's socket; undefined if the function does not know the request. */
export type AnswerLine = (line: string) => Promise<string | undefined>;

/** The longest accepted request on the lock's socket, in UTF-16 units. */
const MAX_LINE_LENGTH = 4096;

/** Reads one line from a socket, answers it and closes the socket. */
export function answerLine(socket: Socket, answer: AnswerLine): void {
  let received = '';
  socket.setEncoding('utf8');
  // A client that only tests if the lock is held disconnects without a request.
  socket.on('error', () => socket.destroy());
  const listen = (piece: string) => {
    received += piece;
    if (received.length > MAX_LINE_LENGTH) socket.destroy();
    if (!received.includes('\n')) return;
    socket.off('data', listen);
    answer(received.slice(0, received.indexOf('\n'))).then(
      (words) => socket.end(`${words ?? ''}\n`),
      () => socket.destroy(),
    );
  };
  socket.on('data', listen);
}
