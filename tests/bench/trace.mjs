/** Reads a browser's trace: when the page's last script had been evaluated. */

/** @typedef {{ name: string, ts: number, dur?: number, pid: number, tid: number, args: { data?: Record<string, unknown> } }} TraceEvent */

export const TRACE_CATEGORIES = ['blink.user_timing', 'devtools.timeline', 'v8'];
const EVALUATIONS = new Set(['EvaluateScript', 'v8.evaluateModule']);

/**
 * Milliseconds from the navigation to the end of the last evaluation of a script in the page; its worker's not counted.
 *
 * @param {Buffer} trace
 * @param {string} url of the navigation
 * @returns {number}
 */
export function readLastScript(trace, url) {
  /** @type {{ traceEvents: TraceEvent[] }} */
  const { traceEvents } = JSON.parse(trace.toString());
  const start = traceEvents.find(
    ({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === url,
  );
  if (!start) throw new Error(`The trace does not show the navigation to ${url}.`);
  const ends = traceEvents
    .filter(({ name, pid, tid }) => EVALUATIONS.has(name) && pid === start.pid && tid === start.tid)
    // The watcher of the benches is a script of its own, evaluated first.
    .map(({ ts, dur = 0 }) => ts + dur);
  return (Math.max(...ends) - start.ts) / 1000;
}
