/** Measures how long a page's main thread is busy, from a browser trace. */
import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Time of the task on its thread in µs, without time taken by other programs. */
  tdur?: number;
  args: { name?: string };
}

export interface MainThreadWork {
  /** Duration of the longest task, ms. */
  longest: number;
  /** Duration of all tasks, ms. */
  whole: number;
  /** Duration of the tasks that began before the page's `performance.mark`, ms; Infinity without that mark. */
  untilMark: number;
}

/** Measures the main thread's tasks during `work`. @param mark the name of a `performance.mark` of the page */
export async function measureMainThread(
  browser: Browser,
  page: Page,
  mark: string,
  work: () => Promise<void>,
): Promise<MainThreadWork> {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const main = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const isMain = ({ pid, tid }: TraceEvent) => main.some((thread) => thread.pid === pid && thread.tid === tid);
  const tasks = traceEvents.filter((event) => event.ph === 'X' && /RunTask/.test(event.name) && isMain(event));
  const markedAt = traceEvents.find(({ name }) => name === mark)?.ts ?? 0;
  const times = (some: readonly TraceEvent[]) => some.map(({ dur = 0, tdur = dur }) => tdur / 1000);
  const sum = (some: readonly TraceEvent[]) => times(some).reduce((total, time) => total + time, 0);
  return {
    longest: Math.max(0, ...times(tasks)),
    whole: sum(tasks),
    untilMark: markedAt > 0 ? sum(tasks.filter(({ ts }) => ts <= markedAt)) : Infinity,
  };
}
