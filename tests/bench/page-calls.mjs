/** The calls that a page makes. */

/** @import {Page, Request} from '@playwright/test' */

/** Calls of the API: not its files, nor the URLs that those have. @param {Request} request */
function isCall(request) {
  const { pathname } = new URL(request.url());
  return pathname.startsWith('/api/v1/') && !/^\/api\/v1\/(content|files)\//.test(pathname);
}

/** A network without a request for so long is at rest. */
const REST_MS = 700;

/**
 * The calls that `work` brings about, until the network rests; of those that write, how long they took.
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
  // Nothing tells that nothing more will be asked for.
  while (open.size > 0 || performance.now() - lastAt < REST_MS) await page.waitForTimeout(50);
  page.off('request', note).off('requestfinished', end).off('requestfailed', end);
  return { calls, writes };
}
