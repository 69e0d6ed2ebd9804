/** Kills a browser with all of its processes. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

interface Process {
  pid: number;
  parent: number;
  args: string[];
}

function readProcess(pid: number): Process[] {
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    // The fields behind the program's name in parentheses: state, parent's pid, …
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return state === 'Z' ? [] : [{ pid, parent: Number(parent), args }];
  } catch {
    // The process has ended meanwhile.
    return [];
  }
}

/** Lists the processes whose arguments name the profile, and all of their descendants. */
function listProcesses(profile: string): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
  const found = new Set(all.filter(({ args }) => args.some((each) => each.includes(profile))));
  for (let size = 0; size !== found.size;) {
    size = found.size;
    const parents = new Set([...found].map(({ pid }) => pid));
    for (const each of all) if (parents.has(each.parent)) found.add(each);
  }
  return [...found].filter(({ pid }) => pid !== process.pid);
}

/** Kills the browser that uses the profile (SIGKILL), and waits until none of its processes is left. */
export async function killBrowser(profile: string): Promise<void> {
  for (let left = listProcesses(profile); left.length > 0; left = listProcesses(profile)) {
    for (const { pid } of left) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process has ended meanwhile.
      }
    }
    await wait(20);
  }
}
