/** Reads the processor time of processes from Linux's /proc; NaN on other systems. */
import { readdirSync, readFileSync } from 'node:fs';

/** A clock tick of /proc, ms: 1/100 s on every Linux. */
const TICK_MS = 10;

interface Taken {
  parent: number;
  /** Returns a process's processor time with that of its exited children, ms. */
  ms: number;
}

function takenBy(pid: number): Taken | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name is skipped, because it may contain spaces and brackets.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, count) => sum + count, 0);
    return { parent: fields[1] ?? 0, ms: ticks * TICK_MS };
  } catch {
    // Errors are ignored: the process has exited, or this is not Linux.
    return undefined;
  }
}

/** Returns the processor time of processes and their children so far, ms; NaN if it is unknown. */
export function processorMs(pids: readonly number[]): number {
  const own = pids.reduce((sum, pid) => sum + (takenBy(pid)?.ms ?? Number.NaN), 0);
  if (Number.isNaN(own)) return own;
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = others.flatMap((name) => takenBy(Number(name)) ?? []).filter(({ parent }) => pids.includes(parent));
  return children.reduce((sum, { ms }) => sum + ms, own);
}
