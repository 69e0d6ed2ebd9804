/**
 * A TCP proxy that emulates a slow line for all of a browser's requests, including the service worker's, which DevTools
 * does not slow down.
 */
import { connect, createServer } from 'node:net';

/** @import {AddressInfo, Socket} from 'node:net' */

/** Download bandwidth, bytes per second. */
const DOWN_BYTES_PER_SECOND = 200_000;
const ROUND_TRIP_MS = 150;
/** Number of bytes sent in one piece, so that connections share the line. */
const CHUNK_BYTES = 4096;

/**
 * @typedef {object} SlowLine
 * @property {string} origin
 * @property {(state: 'open' | 'slow' | 'dead') => void} become open: without a limit
 * @property {() => void} close
 */

/**
 * @param {string} target an origin
 * @returns {Promise<SlowLine>}
 */
export async function openSlowLine(target) {
  const { hostname, port } = new URL(target);
  /** @type {'open' | 'slow' | 'dead'} */
  let state = 'open';
  /** The time when the line has transmitted everything sent so far, for all connections together. */
  let freeAt = 0;
  /** @type {Set<Socket>} */
  const sockets = new Set();

  /**
   * @param {Socket} from
   * @param {Socket} to
   * @param {(bytes: number) => number} lateBy ms
   */
  function carry(from, to, lateBy) {
    let last = Promise.resolve();
    /**
     * @param {number} ms
     * @param {() => void} act
     */
    const later = (ms, act) => {
      const due = new Promise((resolve) => setTimeout(resolve, ms));
      last = last.then(() => due).then(act);
    };
    from.on('data', (/** @type {Buffer} */ bytes) => {
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
        const turn = bytes.subarray(at, at + CHUNK_BYTES);
        later(lateBy(turn.length), () => void (to.destroyed || to.write(turn)));
      }
    });
    from.on('end', () => later(lateBy(0), () => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => later(lateBy(0), () => to.destroy()));
  }

  const up = () => (state === 'slow' ? ROUND_TRIP_MS / 2 : 0);
  /** @param {number} bytes */
  const down = (bytes) => {
    if (state !== 'slow') return 0;
    freeAt = Math.max(freeAt, Date.now()) + (bytes / DOWN_BYTES_PER_SECOND) * 1000;
    return freeAt - Date.now() + ROUND_TRIP_MS / 2;
  };
  const server = createServer((client) => {
    if (state === 'dead') return void client.destroy();
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    carry(client, upstream, up);
    carry(upstream, client, down);
  });
  await new Promise((resolve) => server.listen(0, 'localhost', () => resolve(undefined)));
  const { port: own } = /** @type {AddressInfo} */ (server.address());
  const cut = () => sockets.forEach((socket) => socket.destroy());
  return {
    origin: `http://localhost:${own}`,
    become(next) {
      state = next;
      if (next === 'dead') cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}
