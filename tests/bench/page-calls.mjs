/** Records the API calls of a page. */

/** @import {Page, Request} from '@playwright/test' */

/** True for API calls, except downloads of files and requests for their URLs. @param {Request} request */
function isCall(request) {
  const { pathname } = new URL(request.url());
  return pathname.startsWith('/api/v1/') && !/^\/api\/v1\/(content|files)\//.test(pathname);
}

/** The network counts as idle after this time without a request. */
const NETWORK_IDLE_MS = 700;

/**
 * Returns the API calls made during `work` until the network is idle, the durations of those that write, ms, and when
 * both the work and the last request had ended, ms of `performance.now()`.
 *
 * @param {Page} page
 * @param {() => Promise<unknown>} work
 */
export async function callsOf(page, work) {
  /** @type {string[]} */
  const calls = [];
  /** @type {{ path: string, call: number }[]} */
  const writes = [];
  /** @type {Set<Request>} */
  const open = new Set();
  let lastAt = performance.now();
  /** @param {Request} request */
  const note = (request) => {
    open.add(request);
    const { pathname, search } = new URL(request.url());
    if (isCall(request)) calls.push(`${request.method()} ${pathname}${search}`);
  };
  /** @param {Request} request */
  const end = (request) => {
    if (!open.delete(request)) return;
    lastAt = performance.now();
    if (isCall(request) && request.method() !== 'GET')
      writes.push({ path: new URL(request.url()).pathname, call: request.timing().responseEnd });
  };
  page.on('request', note).on('requestfinished', end).on('requestfailed', end);
  await work();
  const workedAt = performance.now();
  // Polls with a timer, because no event says that no more requests will follow.
  while (open.size > 0 || performance.now() - lastAt < NETWORK_IDLE_MS) await page.waitForTimeout(50);
  page.off('request', note).off('requestfinished', end).off('requestfailed', end);
  return { calls, writes, shownAt: Math.max(workedAt, lastAt) };
}
