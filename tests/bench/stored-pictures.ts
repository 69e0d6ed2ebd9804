/**
 * `npm run bench -- pictures [count]`: how much thousands of stored pictures, and reading them, slow other calls; and
 * the memory of concurrent uploads.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

import { multipartFile } from '@tests/support/multipart';
import { pictures, pngOf } from '@tests/support/pictures';
import { startPostgres } from '@tests/support/postgres';
import { type ServerProcess, startProcess } from '@tests/support/server-process';
import { signIn } from '@tests/unit/server/support/processes';
import pg from 'pg';

import { percentile } from './devices';

const PICTURE_BYTES = 200_000;
const ROUNDS = 6;
const CONCURRENCY = 4;
const TIMES = 15;
const READS_PER_SECOND = 50;
const UPLOADS = { count: 24, bytes: 10_000_000 };

/** The measured API calls: each is made by a screen or a part of one. */
const probes = [
  ['student', '/api/v1/me/'],
  ['student', '/api/v1/courses/security'],
  ['student', '/api/v1/lessons/security-passkeys'],
  ['student', '/api/v1/progress/detail/user-student'],
  ['teacher', '/api/v1/users/?sort=name&courses=false&page=1&size=50'],
  ['teacher', '/api/v1/content/?page=1&size=50'],
] as const;

interface Instance {
  server: ServerProcess;
  origin: string;
  tokens: Record<string, string>;
}

async function startInstance(databaseUrl: string): Promise<Instance> {
  const env = { DATABASE_URL: databaseUrl, LOG: 'off', PASSWORD_COST: '10', WRITES_PER_SECOND: '10000' };
  const server = await startProcess({ PORT: '0', ...env });
  const origin = await server.origin;
  const tokens: Record<string, string> = {};
  for (const name of ['student', 'teacher']) tokens[name] = (await signIn(origin, name)).access_token;
  return { server, origin, tokens };
}

const headersOf = ({ tokens }: Instance, name: string) => ({ Authorization: `Bearer ${tokens[name]}` });

/** Durations in ms by path of the API call. */
type Times = Map<string, number[]>;

/** Makes all API calls, `CONCURRENCY` at a time. */
async function probe(instance: Instance, times: Times): Promise<void> {
  const work = async () => {
    for (let count = 0; count < TIMES; count += 1) {
      for (const [name, path] of probes) {
        const from = performance.now();
        const response = await fetch(instance.origin + path, { headers: headersOf(instance, name) });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`${path}: ${response.status}`);
        times.set(path, [...(times.get(path) ?? []), performance.now() - from]);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

/** Inserts pictures directly into the database, each with unique, incompressible bytes. */
async function storePictures(client: pg.Client, count: number): Promise<void> {
  const bytes = Buffer.concat([pictures.png, Buffer.alloc(PICTURE_BYTES - pictures.png.length)]);
  crypto.getRandomValues(new Uint8Array(bytes.buffer, bytes.byteOffset + pictures.png.length, 60_000));
  for (let at = bytes.length - 60_000; at > 60_000; at -= 60_000) bytes.copyWithin(at, pictures.png.length, 60_000);
  for (let first = 0; first < count; first += 500) {
    await client.query(
      `insert into contents (id, container_name, file_name, file_type, media_type, byte_length, bytes, updated_at)
        select 'stored-'||n, 'pub-container', 'stored-'||n||'.png', 'img', 'image/png', length($1::bytea),
          overlay($1::bytea placing decode(md5(n::text), 'hex') from 1000), now() + make_interval(secs => n)
        from generate_series($2::int, $3::int) n`,
      [bytes, first, Math.min(first + 500, count) - 1],
    );
  }
  await client.query('analyze contents');
}

/** Reads pictures at a fixed rate until stopped, each a different one. */
function readPictures(instance: Instance, count: number) {
  const open = new Set<Promise<void>>();
  let [sent, bytes] = [0, 0];
  const read = async () => {
    const id = `stored-${((sent += 1) * 7919) % count}`;
    const url = (await (
      await fetch(`${instance.origin}/api/v1/content/${id}`, { headers: headersOf(instance, 'teacher') })
    ).json()) as string | { url: string };
    const file = await fetch(new URL(typeof url === 'string' ? url : url.url, instance.origin));
    bytes += (await file.arrayBuffer()).byteLength;
  };
  const timer = setInterval(() => {
    const reading = read().finally(() => open.delete(reading));
    open.add(reading);
  }, 1000 / READS_PER_SECOND);
  return async () => {
    clearInterval(timer);
    await Promise.all(open);
    return { sent, bytes };
  };
}

function printRatios(title: string, app: Times, floor: Times): void {
  console.log(`\n### ${title}\n`);
  console.log('| | median | beside | ratio | p95 | beside | ratio |\n| --- | --- | --- | --- | --- | --- | --- |');
  for (const [, path] of probes) {
    const sorted = [app, floor].map((times) => (times.get(path) ?? []).toSorted((a, b) => a - b));
    const cells = [0.5, 0.95].flatMap((share) => {
      const [one = NaN, other = NaN] = sorted.map((times) => percentile(times, share));
      return [`${one.toFixed(1)} ms`, `${other.toFixed(1)} ms`, (one / other).toFixed(2)];
    });
    console.log(`| ${[path.slice('/api/v1'.length), ...cells].join(' | ')} |`);
  }
}

/** Returns a process's current and peak memory, MB. */
function memoryOf({ server }: Instance): { now: number; most: number } {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
  const read = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { now: read('VmRSS'), most: read('VmHWM') };
}

/** Uploads large pictures concurrently. */
async function uploadAtOnce(instance: Instance): Promise<void> {
  const before = memoryOf(instance);
  const { body, headers } = multipartFile(pngOf(UPLOADS.bytes));
  const statuses = await Promise.all(
    Array.from({ length: UPLOADS.count }, async (_, index) => {
      const url = `${instance.origin}/api/v1/content/pub-container/upload-${index}.png`;
      const all = { ...headers, ...headersOf(instance, 'teacher') };
      return (await fetch(url, { method: 'PUT', body, headers: all })).status;
    }),
  );
  const { most } = memoryOf(instance);
  const said = [...new Set(statuses)].map((status) => `${status} × ${statuses.filter((one) => one === status).length}`);
  console.log(`\n${UPLOADS.count} uploads of ${UPLOADS.bytes / 1e6} MB at once: ${said.join(', ')};`);
  console.log(`memory ${before.now} MB before, ${most} MB at most.`);
}

/** Prints all measurements, and removes the temporary server. */
export async function measurePictures(count = 10_000): Promise<void> {
  const postgres = await startPostgres();
  const instances: Instance[] = [];
  try {
    for (const name of ['empty', 'filled']) {
      await postgres.run(`create database ${name}`);
      instances.push(await startInstance(postgres.url(name)));
    }
    const [empty, filled] = instances as [Instance, Instance];
    const client = new pg.Client({ connectionString: postgres.url('filled') });
    await client.connect();
    const from = performance.now();
    await storePictures(client, count);
    await client.end();
    console.log(
      `\n${count} pictures of ${PICTURE_BYTES / 1000} kB stored in ${((performance.now() - from) / 1000).toFixed(0)} s.`,
    );
    const times = { empty: new Map(), filled: new Map(), reading: new Map() } satisfies Record<string, Times>;
    await probe(empty, new Map());
    await probe(filled, new Map());
    let read = { sent: 0, bytes: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      await probe(empty, times.empty);
      await probe(filled, times.filled);
      const stop = readPictures(filled, count);
      await wait(200);
      await probe(filled, times.reading);
      const more = await stop();
      read = { sent: read.sent + more.sent, bytes: read.bytes + more.bytes };
    }
    printRatios(`Other calls with ${count} pictures stored, beside none`, times.filled, times.empty);
    printRatios(
      `Other calls while ${READS_PER_SECOND} pictures a second are read, beside none read`,
      times.reading,
      times.filled,
    );
    console.log(`\n${read.sent} pictures read, ${(read.bytes / 1e6).toFixed(0)} MB.`);
    await uploadAtOnce(empty);
  } finally {
    for (const { server } of instances) {
      server.child.kill('SIGTERM');
      await server.exited;
    }
    await postgres.remove();
  }
}
