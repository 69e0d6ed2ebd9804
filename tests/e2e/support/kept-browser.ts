/**
 * A browser whose profile survives restarts: it can be killed, as by a power cut, and started again on the same
 * profile.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { CHROMIUM_LAUNCH } from '@tests/run/chromium-launch.mjs';
import { findChromium } from '@tests/run/chromium.mjs';

import { watchForProblems, type PageProblems } from './page-problems';

/** One run of the browser, from start to close or kill. */
export interface KeptBrowserLife {
  context: BrowserContext;
  page: Page;
  /** The console errors of the browser's pages; a test asserts that there are none. */
  problems: PageProblems;
}

/** A browser with a persistent profile. */
export interface KeptBrowser {
  /** Starts the browser; after `kill` or `close`, on the same profile. */
  open(): Promise<KeptBrowserLife>;
  /** Kills the browser's process group (SIGKILL); the profile keeps what was written to disk. */
  kill(): Promise<void>;
  /** Closes the browser cleanly; the profile is kept. */
  close(): Promise<void>;
  /** Closes the browser and removes the profile. */
  dispose(): Promise<void>;
}

/** Creates a browser with a new profile, not started yet. */
export async function makeKeptBrowser(
  options: BrowserContextOptions & { baseURL: string; executablePath?: string },
): Promise<KeptBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'manabiba-profile-'));
  let context: BrowserContext | undefined;

  async function open(): Promise<KeptBrowserLife> {
    const opened = await chromium.launchPersistentContext(profile, {
      executablePath: findChromium(process.env),
      ...CHROMIUM_LAUNCH,
      locale: 'ja-JP',
      timezoneId: 'Asia/Tokyo',
      serviceWorkers: 'allow',
      ...options,
    });
    context = opened;
    const problems = await watchForProblems(opened);
    return { context: opened, page: opened.pages()[0] ?? (await opened.newPage()), problems };
  }
  async function kill(): Promise<void> {
    if (!context) return;
    const closed = context.waitForEvent('close');
    // Kills the process group, because Playwright starts the browser as the leader of its own group.
    process.kill(-(await readBrowserPid(context)), 'SIGKILL');
    await closed;
    context = undefined;
  }
  async function close(): Promise<void> {
    await context?.close();
    context = undefined;
  }
  async function dispose(): Promise<void> {
    await close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
  return { open, kill, close, dispose };
}

async function readBrowserPid(context: BrowserContext): Promise<number> {
  const browser = context.browser();
  if (!browser) throw new Error('The context has no browser.');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const main = processInfo.find((each) => each.type === 'browser');
  if (!main) throw new Error('The browser does not tell its process.');
  return main.id;
}
