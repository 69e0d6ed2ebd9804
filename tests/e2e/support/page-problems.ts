/** Collects console errors, uncaught exceptions and CSP violations of a page, so that a test fails on any of them. */
import type { BrowserContext } from '@playwright/test';

/** The collected problems, and functions that allow expected ones. */
export interface PageProblems {
  /** Lists the problems so far that the test has not allowed. */
  list: () => string[];
  /** Allows failed loads with these statuses. */
  expectStatus: (...statuses: number[]) => void;
  /** Allows loads that fail without a response: the server is stopped or the network is cut. */
  expectNoNetwork: () => void;
  /** Allows CORS errors of this origin: its responses carry no CORS headers. */
  expectNoCors: (origin: string) => void;
}

const FAILED_LOAD = /^Failed to load resource: (?:the server responded with a status of (\d+)|net::ERR_\w+)/;
/** Chromium's message when the worker's script cannot be downloaded. */
const FAILED_WORKER = 'An unknown error occurred when fetching the script.';
const NO_CORS = /^Access to \w+ at '([^']+)' from origin '[^']+' has been blocked by CORS policy/;
/** Chromium's message about a header that works on https and localhost only. */
const PLAIN_HTTP =
  /^The Cross-Origin-Opener-Policy header has been ignored, because the URL's origin was untrustworthy/;
const VIOLATION = 'CSP violation:';

/** Watches every page of a context; call it before the first page loads. */
export async function watchForProblems(context: BrowserContext): Promise<PageProblems> {
  const problems: string[] = [];
  const statuses = new Set<string>();
  const withoutCors = new Set<string>();
  let isNetworkExpected = true;

  function isAnnounced(text: string): boolean {
    if (PLAIN_HTTP.test(text)) return true;
    const [, unreadable] = NO_CORS.exec(text) ?? [];
    if (unreadable) return withoutCors.has(new URL(unreadable).origin);
    const match = FAILED_LOAD.exec(text);
    if (!match) return text === FAILED_WORKER && !isNetworkExpected;
    return match[1] === undefined ? !isNetworkExpected : statuses.has(match[1]);
  }
  context.on('console', (message) => {
    const text = message.text();
    const isBad = message.type() === 'error' || (message.type() === 'warning' && /content security policy/i.test(text));
    if (isBad && !isAnnounced(text)) problems.push(`${message.type()}: ${text} (${message.location().url})`);
  });
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().stack ?? String(error.error())}`));
  // Violations are also collected by event, because the browser does not log all: those of a worker or of a report-only
  // policy are missing.
  await context.addInitScript((prefix) => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`${prefix} ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
    });
  }, VIOLATION);
  return {
    list: () => [...problems],
    expectStatus: (...announced) => announced.forEach((status) => statuses.add(String(status))),
    expectNoNetwork: () => (isNetworkExpected = false),
    expectNoCors: (origin) => void withoutCors.add(origin),
  };
}
