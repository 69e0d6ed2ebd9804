/** Collects what a page complains about, so that a test fails on any of it. */
import type { BrowserContext } from '@playwright/test';

/** What was complained about, and what the test has announced. */
export interface PageProblems {
  /** The complaints so far that the test has not announced. */
  list: () => string[];
  /** From now on, answers with these statuses may be logged as failed loads. */
  expectStatus: (...statuses: number[]) => void;
  /** From now on, loads may fail because no answer comes: server gone, network cut. */
  expectNoNetwork: () => void;
  /** From now on, what this origin answers may be kept from the page because it lets nobody read it. */
  expectNoCors: (origin: string) => void;
}

const FAILED_LOAD = /^Failed to load resource: (?:the server responded with a status of (\d+)|net::ERR_\w+)/;
/** The worker's script could not be had. */
const FAILED_WORKER = 'An unknown error occurred when fetching the script.';
const NO_CORS = /^Access to \w+ at '([^']+)' from origin '[^']+' has been blocked by CORS policy/;
const VIOLATION = 'CSP violation:';

/** Watches every page of a context; call it before the first page loads. */
export async function watchForProblems(context: BrowserContext): Promise<PageProblems> {
  const problems: string[] = [];
  const statuses = new Set<string>();
  const withoutCors = new Set<string>();
  let isNetworkExpected = true;

  function isAnnounced(text: string): boolean {
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
  // The browser does not log every violation (reports of a worker or of a policy that only reports).
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
