/** How much of a processor processes have taken, as Linux tells it; elsewhere nobody knows. */
import { readdirSync, readFileSync } from 'node:fs';

/** A tick is a hundredth of a second on every Linux there is. */
const TICK_MS = 10;

interface Taken {
  parent: number;
  /** With what its ended children took, in ms. */
  ms: number;
}

function takenBy(pid: number): Taken | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it may hold anything.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, count) => sum + count, 0);
    return { parent: fields[1] ?? 0, ms: ticks * TICK_MS };
  } catch {
    // It has ended, or this is no Linux.
    return undefined;
  }
}

/** What processes and their children have taken so far, in ms; NaN where nobody knows. */
export function processorMs(pids: readonly number[]): number {
  const own = pids.reduce((sum, pid) => sum + (takenBy(pid)?.ms ?? Number.NaN), 0);
  if (Number.isNaN(own)) return own;
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = others.flatMap((name) => takenBy(Number(name)) ?? []).filter(({ parent }) => pids.includes(parent));
  return children.reduce((sum, { ms }) => sum + ms, own);
}
