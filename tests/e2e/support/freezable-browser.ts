/**
 * Starts a Chromium whose tabs can be frozen. Playwright's own cannot freeze tabs: it emulates focus in every tab, and
 * a focused tab is never frozen.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { CHROMIUM_LAUNCH } from '@tests/run/chromium-launch.mjs';
import { findChromium } from '@tests/run/chromium.mjs';

/** Starts the browser; `dispose` kills it and removes its profile. */
export async function startFreezableBrowser(): Promise<{ context: BrowserContext; dispose: () => Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'manabiba-freezable-'));
  const given = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'];
  const program = findChromium(process.env) ?? chromium.executablePath();
  const browser = spawn(program, [...CHROMIUM_LAUNCH.args, ...given], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = new Promise((resolve) => browser.once('exit', resolve));
  const killAtExit = () => browser.kill('SIGKILL');
  process.once('exit', killAtExit);

  async function findAddress(): Promise<string> {
    for await (const line of createInterface({ input: browser.stderr })) {
      const [address] = /ws:\/\/\S+/.exec(line) ?? [];
      if (address) return address;
    }
    throw new Error('The browser has ended');
  }
  const connection = await chromium.connectOverCDP(await findAddress(), { noDefaults: true });
  browser.stderr.resume();
  const [context] = connection.contexts();
  if (!context) throw new Error('The browser has no window');
  return {
    context,
    async dispose() {
      browser.kill('SIGKILL');
      await exited;
      process.off('exit', killAtExit);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Freezes a tab, as the browser does to save energy, or resumes it. */
export async function setLifecycle(page: Page, state: 'frozen' | 'active'): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setWebLifecycleState', { state });
  await session.detach();
}
