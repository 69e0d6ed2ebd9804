/** Tests classifying PostgreSQL errors by severity and code: was the statement executed? */
import { createServer, type Server, type Socket } from 'node:net';

import { openPostgres } from '@server/db/open-postgres';
import { freePort } from '@tests/support/postgres';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

/** Encodes a protocol message: a letter, the length, and the content. */
function message(letter: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, letter);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

const ready = message('Z', Buffer.from('I'));
const letIn = Buffer.concat([message('R', Buffer.alloc(4)), ready]);
const done = (tag: string) => Buffer.concat([message('C', Buffer.from(`${tag}\0`)), ready]);
const word = (severity: string, code: string) =>
  message('E', Buffer.from(`S${severity}\0V${severity}\0C${code}\0Mof the test\0\0`));

let server: Server;
let port: number;
/** Answers every protocol message except Terminate. */
let answer: (socket: Socket, text: string) => void;
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(letIn);
      socket.on('data', (chunk) => {
        const text = chunk.toString('latin1');
        if (!text.startsWith('X')) answer(socket, text);
      });
    });
  });
  port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

async function open() {
  const options = { connections: 5, waitMs: 1000, statementMs: 1000, isNaming: false };
  const { database, close } = await openPostgres(`postgres://user@127.0.0.1:${port}/learning`, options);
  onTestFinished(close);
  return database;
}

test.each([
  ['PANIC', '58030', 'its WAL cannot be synced, and may contain the commit'],
  ['PANIC', '53100', 'its disk is full while it writes the WAL'],
  ['ERROR', '40003', 'the completion is unknown'],
])('fault: a write is answered %s %s (%s) → the outcome is unknown', async (...words) => {
  const database = await open();
  const [severity, code] = words;
  answer = (socket) => socket.write(Buffer.concat([word(severity, code), ready]));

  await expect(database.execute('insert into a values (1)')).rejects.toMatchObject({
    cause: { name: 'DatabaseUnavailableError', isUnknown: true },
  });
});

test('fault: a commit is answered with PANIC and a closed connection → the outcome is unknown', async () => {
  const database = await open();
  answer = (socket, text) => {
    if (text.includes('commit')) socket.end(word('PANIC', '58030'));
    else socket.write(done(text.includes('begin') ? 'BEGIN' : 'INSERT 0 1'));
  };
  const work = database.transaction((transaction) => transaction.execute('insert into a values (1)'));

  await expect(work).rejects.toMatchObject({ name: 'DatabaseUnavailableError', isUnknown: true });
});

test.each([
  ['FATAL', 'XX000', 'as poolers say'],
  ['致命的エラー', '25P04', 'its own transaction_timeout, in its own language'],
  ['致命的エラー', '25P03', 'its own idle_in_transaction_session_timeout'],
])('fault: a read is answered %s %s (%s) → it is reported as not executed', async (...words) => {
  const database = await open();
  const [severity, code] = words;
  answer = (socket) => socket.write(Buffer.concat([word(severity, code), ready]));

  await expect(database.execute('select 1')).rejects.toMatchObject({
    cause: { name: 'DatabaseUnavailableError', isUnknown: false },
  });
});
