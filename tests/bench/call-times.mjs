/** Times an API call, and the SQL statements that it runs on their own. */
import pg from 'pg';

import { median } from './numbers.mjs';

/** @import {TestServer} from '../support/server.ts' */
/** @typedef {{ text: string, values: unknown[] }} Statement */

/** Statements sent by this process's servers while recording; `undefined` otherwise. @type {Statement[] | undefined} */
let heard;

/** Patches `pg` to record each statement. */
export function listenIn() {
  pg.Client.prototype.query = new Proxy(Reflect.get(pg.Client.prototype, 'query'), {
    apply(query, client, args) {
      const [config, values] = args;
      const text = typeof config === 'string' ? config : config?.text;
      if (heard && typeof text === 'string') heard.push({ text, values: values ?? config.values ?? [] });
      return Reflect.apply(query, client, args);
    },
  });
}

/**
 * Records the SQL statements that an API call sends to PostgreSQL.
 *
 * @param {() => Promise<unknown>} call
 */
export async function hear(call) {
  /** @type {Statement[]} */
  const statements = (heard = []);
  await call();
  heard = undefined;
  return statements;
}

/**
 * Times an API call, and its SQL statements on a separate connection. Returns medians, ms.
 *
 * @param {TestServer} server
 * @param {pg.Client} client
 * @param {{ as: string, path: string, runs: number }} options
 */
export async function timeCall(server, client, { as, path, runs }) {
  await server.login(as);
  const statements = await hear(() => server.call('GET', path, { as }));
  /** @type {number[]} */
  const calls = [];
  /** @type {number[]} */
  const sql = [];
  for (let run = 0; run < runs; run += 1) {
    let from = performance.now();
    await server.call('GET', path, { as });
    calls.push(performance.now() - from);
    from = performance.now();
    for (const { text, values } of statements) await client.query({ text, values, rowMode: 'array' });
    sql.push(performance.now() - from);
    // A transaction that the server ends only after its answer is recorded without its end; its locks would stay.
    await client.query('rollback');
  }
  return { path, call: median(calls), sql: median(sql) };
}
