/** Takes from Chromium what the oldest supported browsers lack: APIs in page and service worker, and `:has()`. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

import { featureAt, namesBelow, whoLacks } from '@tests/architecture/browser-support';

import type { ScriptedAnswer } from './scripted-network';

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

/** Returns a script that removes interfaces, globals and their members. */
export function withoutApis(...lacking: readonly [owner: string, member?: string][]): string {
  return `(${takeAway.toString()})(${JSON.stringify(lacking)});`;
}

/** A script that removes the APIs which the oldest supported browsers lack. */
export const olderBrowser = withoutApis(...listLacking());

/** The built style sheets whose rules with `:has()` apply nowhere, as in Firefox 115; by path. */
export const stylesWithoutHas: ReadonlyMap<string, string> = new Map(
  readdirSync('dist/assets')
    .filter((name) => name.endsWith('.css'))
    .map((name) => [`/assets/${name}`, readFileSync(`dist/assets/${name}`, 'utf8').replaceAll(':has(', ':unknown(')]),
);

const digest = (content: string | Buffer) => createHash('sha256').update(content).digest('base64');

/**
 * Answers a request for the service worker's script: with the built script, preceded by `before`. It precaches the
 * given files in place of the built ones.
 */
export function answerWorker(before: string, files: ReadonlyMap<string, string> = new Map()): ScriptedAnswer {
  let worker = readFileSync('dist/sw.js', 'utf8');
  for (const [path, content] of files) worker = worker.replace(digest(readFileSync(`dist${path}`)), digest(content));
  const headers = { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' };
  return { status: 200, headers, body: `${before}\n${worker}` };
}
