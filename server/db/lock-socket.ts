/** What the holder of a data folder's lock is asked, and answers: one line each. */
import type { Socket } from 'node:net';

/** Answers one line with one; undefined when it knows no answer. */
export type AnswerLine = (line: string) => Promise<string | undefined>;

/** Longer is no question of ours. */
const LINE_LIMIT = 4096;

/** Hears one line, and answers it. */
export function hear(socket: Socket, answer: AnswerLine): void {
  let heard = '';
  socket.setEncoding('utf8');
  // Who asks whether somebody is there goes without a word.
  socket.on('error', () => socket.destroy());
  const listen = (piece: string) => {
    heard += piece;
    if (heard.length > LINE_LIMIT) socket.destroy();
    if (!heard.includes('\n')) return;
    socket.off('data', listen);
    answer(heard.slice(0, heard.indexOf('\n'))).then(
      (words) => socket.end(`${words ?? ''}\n`),
      () => socket.destroy(),
    );
  };
  socket.on('data', listen);
}
