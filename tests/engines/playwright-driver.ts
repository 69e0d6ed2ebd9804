/** Drives Chromium, and Debian's Firefox by WebDriver BiDi, with Playwright. */
import { type BrowserContext, chromium, type ElementHandle, firefox, type JSHandle, type Page } from '@playwright/test';
import { CHROMIUM_LAUNCH } from '@tests/run/chromium-launch.mjs';
import { findChromium } from '@tests/run/chromium.mjs';
import { FIREFOX } from '@tests/run/engines.mjs';

import { BROWSER_ENV, type DrivenBrowser, type DrivenTab, type Launch, type LaunchOptions } from './driver';
import { killBrowser } from './processes';

function drive(page: Page): DrivenTab {
  async function withElement(find: unknown, argument: unknown, act: (element: ElementHandle) => Promise<void>) {
    const handle: JSHandle = await page.evaluateHandle(find as never, argument as never);
    const element = handle.asElement();
    if (element) await act(element);
    await handle.dispose();
  }
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    inject: async (script) => void (await page.evaluate(script)),
    run: (action, argument) => page.evaluate(action as never, argument as never),
    click: (find, argument) => withElement(find, argument, (element) => element.click()),
    chooseFile: (find, argument, path) => withElement(find, argument, (element) => element.setInputFiles(path)),
    press: (keys) => page.keyboard.press(keys),
    screenshot: () => page.screenshot(),
  };
}

/**
 * Firefox also reports requests as exceptions that a page gave up when it was left, or that the worker failed; the
 * status of a font is NS_BINDING_ABORTED.
 */
const LEFT_REQUEST = /^Failed to load ‘|^downloadable font: download failed .*status=2152398850/;

async function driveContext(context: BrowserContext, profile: string): Promise<DrivenBrowser> {
  const uncaught: string[] = [];
  context.on('weberror', (webError) => {
    const error = webError.error();
    if (!LEFT_REQUEST.test(error.message)) uncaught.push(error.stack ?? String(error));
  });
  return {
    first: drive(context.pages()[0] ?? (await context.newPage())),
    newTab: async () => drive(await context.newPage()),
    uncaught: () => [...uncaught],
    close: () => context.close(),
    async kill() {
      const closed = context.waitForEvent('close');
      await killBrowser(profile);
      await closed;
    },
  };
}

const optionsOf = ({ width, height }: LaunchOptions) => ({
  viewport: { width, height },
  locale: 'ja-JP',
  timezoneId: 'Asia/Tokyo',
  serviceWorkers: 'allow' as const,
  actionTimeout: 10_000,
});

/** Starts a Chromium whose only window is private. */
async function launchPrivateChromium(options: LaunchOptions): Promise<DrivenBrowser> {
  const browser = await chromium.launch({ executablePath: findChromium(process.env), ...CHROMIUM_LAUNCH });
  const context = await browser.newContext(optionsOf(options));
  const close = () => browser.close();
  return { ...(await driveContext(context, options.profile)), close, kill: close };
}

export const launchChromium: Launch = async (options) => {
  if (options.isPrivate) return launchPrivateChromium(options);
  const executablePath = findChromium(process.env);
  const context = await chromium.launchPersistentContext(options.profile, {
    ...optionsOf(options),
    executablePath,
    ...CHROMIUM_LAUNCH,
    // A Chromium with windows lets a pressed button write without asking.
    permissions: ['clipboard-write'],
  });
  return driveContext(context, options.profile);
};

export const launchFirefox: Launch = async (options) => {
  const context = await firefox.launchPersistentContext(options.profile, {
    ...optionsOf(options),
    channel: 'moz-firefox',
    executablePath: FIREFOX,
    env: { ...process.env, ...BROWSER_ENV },
    firefoxUserPrefs: { 'browser.privatebrowsing.autostart': options.isPrivate === true },
  });
  return driveContext(context, options.profile);
};
