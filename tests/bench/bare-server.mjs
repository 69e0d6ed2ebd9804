/**
 * The baseline of `bench server`: node:http and one connection pool. A submit is one look-up, then one statement that
 * writes row and learner; a read runs the statements given in READS. No validation, no authentication.
 */
import { createServer } from 'node:http';

import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const INSERT = `with made as (
  insert into submits (id, user_id, client_submit_id, question_set_id, question_set_updated_at, answers, results, score, max_score, answered_at, received_at, studied_at)
  values ($1, $2, $1, $3, now(), $4, '[]', 0, 1, now(), now(), now()) on conflict do nothing returning id, studied_at)
  update users set last_studied_at = made.studied_at from made where users.id = $2 returning made.id`;

/** @type {Record<string, { text: string, values: unknown[] }[]>} */
const reads = JSON.parse(process.env.READS ?? '{}');

/** @param {string} path */
async function read(path) {
  const all = [];
  for (const { text, values } of reads[path] ?? [])
    all.push((await pool.query({ text, values, rowMode: 'array' })).rows);
  return JSON.stringify(all);
}

/** @param {import('node:http').IncomingMessage} request */
async function answer(request) {
  if (request.method === 'GET') return read(request.url ?? '');
  let text = '';
  for await (const chunk of request) text += chunk;
  const { clientSubmitId, questionSetId, answers } = JSON.parse(text);
  const userId = request.headers['x-user'];
  await pool.query('select id from users where id = $1 and active', [userId]);
  await pool.query(INSERT, [clientSubmitId, userId, questionSetId, JSON.stringify(answers)]);
  return JSON.stringify({ clientSubmitId });
}

const server = createServer((request, response) => {
  void answer(request).then((body) =>
    response.writeHead(request.method === 'GET' ? 200 : 201, { 'Content-Type': 'application/json' }).end(body),
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`);
});
process.once('SIGTERM', () => process.exit(0));
