/**
 * Runs a program installed on this machine, such as a proxy or a connection pooler, that tests start, kill and restart.
 */
import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

export interface KeptProgram {
  /** Resolves when the program answers. @throws {Error} if the program ends before that. */
  start: () => Promise<void>;
  /** Kills the program by SIGKILL. */
  kill: () => Promise<void>;
  /** Kills the program and deletes its folder. */
  remove: () => Promise<void>;
}

/** The folders where Debian installs servers such as nginx. */
export const PROGRAM_PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

/** Returns a program. @param folder its working folder, which is deleted with it. */
export function keepProgram(folder: string, launch: () => ChildProcess, isReady: () => Promise<boolean>): KeptProgram {
  let child: ChildProcess | undefined;
  const kill = async () => {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null) return;
    const exited = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGKILL');
    await exited;
  };
  const start = async () => {
    const started = launch();
    child = started;
    while (started.exitCode === null && !(await isReady())) await wait(20);
    if (started.exitCode !== null) throw new Error(`${started.spawnfile} ended with ${started.exitCode}`);
  };
  return { start, kill, remove: () => kill().then(() => rmSync(folder, { recursive: true, force: true })) };
}
