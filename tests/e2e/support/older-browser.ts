/** Removes from Chromium all APIs that one of the oldest supported browsers lacks, in page and service worker. */
import { readFileSync } from 'node:fs';

import { featureAt, namesBelow, whoLacks } from '@tests/architecture/browser-support';

import type { ScriptedAnswer, SeenRequest } from './scripted-network';

/**
 * APIs that are not removed, because the tests need them: Trusted Types for Chromium's Content-Security-Policy,
 * `checkVisibility` for Playwright.
 */
const KEPT = /^[Tt]rustedType|^checkVisibility$/;

const isLacking = (...path: string[]) => whoLacks(featureAt(...path), { onPhones: false }).length > 0;

/** Lists the missing APIs: an interface or global, or a member of one. */
function listLacking(): [owner: string, member?: string][] {
  const owners = [['javascript', 'builtins'], ['api']].flatMap((scope) =>
    namesBelow(...scope).map((name) => [...scope, name]),
  );
  return owners.flatMap((place): [string, string?][] => {
    const owner = place.at(-1) ?? '';
    if (KEPT.test(owner)) return [];
    if (isLacking(...place)) return [[owner]];
    const members = namesBelow(...place).filter((key) => !/^@@|_event$/.test(key) && !KEPT.test(key));
    return members.filter((key) => isLacking(...place, key)).map((key) => [owner, key.replace(/_static$/, '')]);
  });
}

/** Removes interfaces and members; runs in page and service worker. */
function takeAway(lacking: readonly [owner: string, member?: string][]): void {
  for (const [owner, member] of lacking) {
    const holder = (globalThis as Record<string, unknown>)[owner];
    if (member === undefined) Reflect.deleteProperty(globalThis, owner);
    else {
      if (holder instanceof Object) Reflect.deleteProperty(holder, member);
      const { prototype } = Object(holder) as { prototype?: object };
      if (prototype) Reflect.deleteProperty(prototype, member);
      if (owner === 'Window' || owner === 'WorkerGlobalScope') Reflect.deleteProperty(globalThis, member);
    }
  }
}

/** A script that removes the APIs which the oldest supported browsers lack. */
export const olderBrowser = `(${takeAway.toString()})(${JSON.stringify(listLacking())});`;

/** Answers requests for the service worker's script with that script, preceded by {@link olderBrowser}. */
export function answerOlderWorker({ path }: SeenRequest): ScriptedAnswer {
  if (path !== '/sw.js') return 'pass';
  const headers = { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' };
  return { status: 200, headers, body: `${olderBrowser}\n${readFileSync('dist/sw.js', 'utf8')}` };
}
