/** How long the page's main thread was busy in one go, read from a trace of the browser's. */
import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  /** Of the processor's time: what other programs took of the machine does not count. */
  tdur?: number;
  args: { name?: string };
}

/** The longest task of a page's main thread during a piece of work, in ms. */
export async function longestTask(browser: Browser, page: Page, work: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const main = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const isMain = ({ pid, tid }: TraceEvent) => main.some((thread) => thread.pid === pid && thread.tid === tid);
  const tasks = traceEvents.filter((event) => event.ph === 'X' && /RunTask/.test(event.name) && isMain(event));
  return Math.max(0, ...tasks.map(({ dur = 0, tdur = dur }) => tdur / 1000));
}
