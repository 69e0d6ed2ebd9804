/**
 * Tests a PostgreSQL that is killed right after it accepts a connection: its greeting and its FATAL error arrive
 * together.
 */
import { createServer, type Server } from 'node:net';

import { DatabaseUnavailableError } from '@server/db/database-unavailable';
import { openPostgres } from '@server/db/open-postgres';
import { ConfigError } from '@server/lib/environment';
import { freePort } from '@tests/support/postgres';
import { afterAll, beforeAll, beforeEach, expect, type Mock, onTestFinished, test, vi } from 'vitest';

/** Encodes a protocol message: a letter, the length, and the content. */
function message(letter: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, letter);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

const letIn = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);
const lastWord = message(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'),
);

let dying: Server;
/** Number of connections that are accepted first, and closed at their first statement. */
let kept = 0;
let port: number;
beforeAll(async () => {
  dying = createServer((socket) => {
    socket.on('error', () => undefined);
    const isKept = kept > 0;
    kept -= 1;
    socket.once('data', () => {
      if (!isKept) return socket.end(Buffer.concat([letIn, lastWord]));
      socket.write(letIn);
      socket.once('data', () => socket.destroy());
    });
  });
  port = await freePort();
  await new Promise<void>((resolve) => dying.listen(port, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => dying.close(resolve)));

const options = { connections: 5, waitMs: 1000, statementMs: 1000, isNaming: false };
const urlOf = (count: number) =>
  `postgres://user@${Array.from({ length: count }, () => `127.0.0.1:${port}`).join(',')}/learning`;

let ends: Mock<(error: Error) => void>;
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  ends = vi.fn<(error: Error) => void>();
  process.on('uncaughtExceptionMonitor', ends);
  onTestFinished(() => void process.off('uncaughtExceptionMonitor', ends));
});

test('fault: a FATAL error arrives with PostgreSQL’s greeting → calls fail as unavailable, and the process continues', async () => {
  kept = 1;
  const { database, close } = await openPostgres(urlOf(1), options);
  onTestFinished(close);
  await database.execute('select 1').catch(() => undefined);

  await expect(database.execute('select 1')).rejects.toMatchObject({
    cause: expect.any(DatabaseUnavailableError) as unknown,
  });
  expect(ends).not.toHaveBeenCalled();
});

test('fault: a FATAL error arrives with the greeting of both hosts at a start → the start ends with one line', async () => {
  await expect(openPostgres(urlOf(2), options)).rejects.toThrow(ConfigError);
  expect(ends).not.toHaveBeenCalled();
});
