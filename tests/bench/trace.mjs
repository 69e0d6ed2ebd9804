/** Reads from a browser trace when the page's last script was evaluated. */

/**
 * @typedef {{ name: string, ts: number, dur?: number, pid: number, tid: number, args: { data?: Record<string, unknown>
 * } }} TraceEvent
 */

export const TRACE_CATEGORIES = ['blink.user_timing', 'devtools.timeline', 'v8'];
const EVALUATIONS = new Set(['EvaluateScript', 'v8.evaluateModule']);

/**
 * Returns milliseconds from the navigation to the end of the last script evaluation in the page, without the service
 * worker's.
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
    // The benches' own init script, which is evaluated first, is not counted.
    .map(({ ts, dur = 0 }) => ts + dur);
  return (Math.max(...ends) - start.ts) / 1000;
}
