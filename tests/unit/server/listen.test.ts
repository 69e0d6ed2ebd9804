/** Tests where the server listens: both loopbacks for `localhost`, otherwise the host alone. */
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, Server } from 'node:net';

import { listen } from '@server/api/http/listen';
import { expect, onTestFinished, test, vi } from 'vitest';

const LOOPBACKS = ['127.0.0.1', '[::1]'];

function makeServer() {
  return createHttpServer((_, response) => response.end('ok'));
}

const statusAt = (address: string, port: number) =>
  fetch(`http://${address}:${port}`).then(
    ({ status }) => status,
    () => undefined,
  );

async function startAt(host: string): Promise<number> {
  const { port, stop } = await listen(makeServer(), { host, port: 0 });
  onTestFinished(() => stop(0));
  return port;
}

/** Makes listening at an address fail. @param times how often */
function refuseAddress(address: string, code: string, times = Infinity): void {
  const original = Reflect.get(Server.prototype, 'listen') as (...args: unknown[]) => Server;
  let left = times;
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function mock(this: Server, ...args: unknown[]) {
    if (args[1] !== address || left === 0) return original.apply(this, args);
    left -= 1;
    process.nextTick(() => this.emit('error', Object.assign(new Error(code), { code })));
    return this;
  });
}

test.each(['localhost', 'Localhost'])('HOST=%s answers at 127.0.0.1 and at ::1', async (host) => {
  const port = await startAt(host);

  expect(await Promise.all(LOOPBACKS.map((address) => statusAt(address, port)))).toEqual([200, 200]);
});

test('HOST=127.0.0.1 answers only there', async () => {
  const port = await startAt('127.0.0.1');

  expect(await Promise.all(LOOPBACKS.map((address) => statusAt(address, port)))).toEqual([200, undefined]);
});

test('HOST=:: answers at all addresses, of IPv4 too', async () => {
  const port = await startAt('::');

  expect(await Promise.all(LOOPBACKS.map((address) => statusAt(address, port)))).toEqual([200, 200]);
});

test.each([
  ['127.0.0.1', 'EADDRNOTAVAIL', [undefined, 200]],
  ['::1', 'EADDRNOTAVAIL', [200, undefined]],
  ['::1', 'EAFNOSUPPORT', [200, undefined]],
])(
  'fault: the computer lacks %s (%s) → HOST=localhost listens on the other loopback',
  async (missing, code, answers) => {
    refuseAddress(missing, code);
    const port = await startAt('localhost');

    expect(await Promise.all(LOOPBACKS.map((address) => statusAt(address, port)))).toEqual(answers);
  },
);

test('fault: the free port of one loopback is taken at the other → PORT=0 takes another port', async () => {
  refuseAddress('::1', 'EADDRINUSE', 1);
  const port = await startAt('localhost');

  expect(await Promise.all(LOOPBACKS.map((address) => statusAt(address, port)))).toEqual([200, 200]);
});

test('fault: the computer lacks the address of HOST → one line, and nothing listens', async () => {
  refuseAddress('::', 'EAFNOSUPPORT');

  await expect(listen(makeServer(), { host: '::', port: 0 })).rejects.toThrow(/^HOST: 「::」は/);
});

test.each(['127.0.0.1', '::1'])(
  'fault: another program uses the port at %s → HOST=localhost refuses it, and listens nowhere',
  async (address) => {
    const other = createServer((socket) => socket.end());
    await new Promise<void>((done) => other.listen(0, address, done));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;

    await expect(listen(makeServer(), { host: 'localhost', port })).rejects.toThrow(`PORT: ${port} 番は`);
    expect(await Promise.all(LOOPBACKS.map((each) => statusAt(each, port)))).toEqual([undefined, undefined]);
  },
);

test.each(['127.0.0.1', '::1'])('a stop closes idle and busy connections of %s after its time', async (address) => {
  const server = createHttpServer(() => undefined);
  const { port, stop } = await listen(server, { host: 'localhost', port: 0 });
  const sockets = [connect(port, address), connect(port, address)];
  sockets[1]?.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((arrived) => server.once('request', arrived));
  const ended = sockets.map((socket) => new Promise((done) => socket.on('error', () => undefined).once('close', done)));

  await stop(50);

  await Promise.all(ended);
});
