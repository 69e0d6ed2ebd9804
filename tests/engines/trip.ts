/** The test fixture of the trips: `trip`, with a device whose browser is one of three engines. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from '@playwright/test';
import { test as base } from '@tests/e2e/support/study';

import type { DrivenBrowser, EngineName, Launch } from './driver';
import { launchChromium, launchFirefox } from './playwright-driver';
import { Tab } from './tab';
import { launchWebKit } from './webkit-driver';

const LAUNCH: Record<EngineName, Launch> = {
  chromium: launchChromium,
  firefox: launchFirefox,
  webkit: launchWebKit,
};

/** A learner's device: a browser with a profile that survives a kill. It reaches the server through `network`. */
export interface Device {
  /** Starts the browser, or starts it again with the same profile. @returns its first tab, still empty */
  open: () => Promise<Tab>;
  newTab: () => Promise<Tab>;
  close: () => Promise<void>;
  /** Kills the browser, as a power cut would. */
  kill: () => Promise<void>;
}

interface EngineFixtures {
  engine: EngineName;
}
interface DeviceFixtures {
  /** The size of the window in CSS pixels. */
  size: { width: number; height: number };
  /** True for a browser with a private window. */
  isPrivate: boolean;
  device: Device;
}

export const PHONE = { width: 360, height: 740 };

export const trip = base.extend<DeviceFixtures, EngineFixtures>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  size: [PHONE, { option: true }],
  isPrivate: [false, { option: true }],
  device: async ({ engine, size, isPrivate, network }, provide, info) => {
    const profile = await mkdtemp(join(tmpdir(), `manabiba-${engine}-`));
    const tabs: Tab[] = [];
    const uncaught: string[] = [];
    let browser: DrivenBrowser | undefined;
    const add = (tab: Tab) => (tabs.push(tab), tab);
    const running = () => {
      if (!browser) throw new Error('The browser is not running');
      return browser;
    };
    async function end(how: 'close' | 'kill') {
      if (!browser) return;
      await browser[how]();
      uncaught.push(...browser.uncaught());
      [browser, tabs.length] = [undefined, 0];
    }
    await provide({
      async open() {
        browser = await LAUNCH[engine]({ profile, ...size, isPrivate });
        return add(new Tab(browser.first, network.origin));
      },
      newTab: async () => add(new Tab(await running().newTab(), network.origin)),
      close: () => end('close'),
      kill: () => end('kill'),
    });
    if (info.status !== info.expectedStatus) {
      for (const [index, { driven }] of tabs.entries()) {
        const body = await driven.screenshot().catch(() => undefined);
        if (body) await info.attach(`tab ${index + 1}`, { body, contentType: 'image/png' });
      }
    }
    await end('kill');
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    expect(uncaught, 'uncaught exceptions').toEqual([]);
  },
});

export { expect };
