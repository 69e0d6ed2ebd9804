/** A browser whose profile outlives it: killed like in a power cut, started again on the same profile. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { CHROMIUM_LAUNCH } from '@tests/run/chromium-launch.mjs';
import { findChromium } from '@tests/run/chromium.mjs';

import { watchForProblems, type PageProblems } from './page-problems';

/** One life of the browser. */
export interface KeptBrowserLife {
  context: BrowserContext;
  page: Page;
  /** What its pages complained about; a test asserts that it is empty. */
  problems: PageProblems;
}

/** The browser as tests handle it. */
export interface KeptBrowser {
  /** Starts the browser, again on the same profile after `kill` or `close`. */
  open(): Promise<KeptBrowserLife>;
  /** Kills the browser's whole process group with SIGKILL; the profile stays as the disk has it. */
  kill(): Promise<void>;
  /** Closes the browser in order; the profile stays. */
  close(): Promise<void>;
  /** Closes the browser and removes the profile. */
  dispose(): Promise<void>;
}

/** Makes a browser with a profile of its own, not yet started. */
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
    // Playwright gives the browser a process group of its own, led by the browser.
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
