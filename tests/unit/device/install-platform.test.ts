/** Tests detecting how a browser installs the app to the home screen. */
import { expect, test } from 'vitest';

import { type InstallPlatform, readInstallPlatform } from '@/device/install-platform';

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const mac = 'Macintosh; Intel Mac OS X 10_15_7';

test.each<[name: string, platform: InstallPlatform, userAgent: string, maxTouchPoints?: number]>([
  ['Safari on an iPhone', 'ios', `(iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webkit} Version/18.5 Safari/604.1`, 5],
  ['Chrome on an iPhone', 'ios', `(iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webkit} CriOS/140.0 Safari/604.1`, 5],
  ['Safari on an iPad, which calls itself a Mac', 'ios', `(${mac}) ${webkit} Version/18.5 Safari/605.1.15`, 5],
  ['Safari on a Mac', 'mac-safari', `(${mac}) ${webkit} Version/18.5 Safari/605.1.15`],
  ['Chrome on a Mac', 'desktop', `(${mac}) ${blink} Chrome/140.0.0.0 Safari/537.36`],
  ['Edge on Windows', 'desktop', `(Windows NT 10.0; Win64; x64) ${blink} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`],
  ['Chrome on Android', 'android', `(Linux; Android 10; K) ${blink} Chrome/140.0.0.0 Mobile Safari/537.36`, 5],
  ['Firefox on Android', 'firefox-android', '(Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0', 5],
  ['Firefox on Windows', 'firefox', '(Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'],
  ['an unknown browser', 'desktop', 'SomethingElse/1.0'],
])('%s is detected as %s', (_name, platform, browser, maxTouchPoints = 0) => {
  expect(readInstallPlatform({ userAgent: `Mozilla/5.0 ${browser}`, maxTouchPoints })).toBe(platform);
});
