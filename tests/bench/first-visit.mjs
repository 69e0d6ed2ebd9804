/**
 * Measures a first visit on a slow phone: bytes transferred, first paint, end of the last script, and when the text is
 * rendered.
 */
import { get as httpGet } from 'node:http';
import { gzipSync } from 'node:zlib';

import { launchBrowser, phone, readSession, textTime, watchText } from './browser.mjs';
import { LAST_WORDS, LESSON_PATH } from './lesson.mjs';
import { printTable, timeRow } from './numbers.mjs';
import { FLOOR_PATH } from './stage.mjs';
import { readLastScript, TRACE_CATEGORIES } from './trace.mjs';

/** @import {Browser, BrowserContextOptions, CDPSession} from '@playwright/test' */
/** @import {Stage} from './stage.mjs' */

const RUNS = 5;
const CPU_SLOWDOWN = 4;
/** A slow network: 1.6 Mbps down, 0.75 Mbps up, in bytes per second; round-trip time in ms. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {string} path
 * @property {{ selector: string, words: string }} sign an element that exists once the screen can be used
 * @property {string} [bytesAim]
 * @property {BrowserContextOptions['storageState']} [storageState] the session it starts with
 */

/** @typedef {{ firstPaint: number, lastScript: number, text: number }} Visit all in ms since navigation */

/** @param {Stage} stage */
export async function measureFirstVisit({ server }) {
  const browser = await launchBrowser();
  try {
    const storageState = await readSession(browser, server.origin);
    /** @type {Target[]} */
    const targets = [
      { name: 'floor', path: FLOOR_PATH, sign: { selector: 'button[type=submit]', words: 'Login' } },
      {
        name: 'login',
        path: '/login',
        bytesAim: '≤ 1.1',
        sign: { selector: 'button[type=submit]', words: 'ログイン' },
      },
      {
        name: 'lesson',
        bytesAim: '≤ 1.6',
        path: LESSON_PATH,
        sign: { selector: 'article p', words: LAST_WORDS },
        storageState,
      },
    ];
    await reportBytes(browser, server.origin, targets);
    await reportTimes(browser, server.origin, targets);
  } finally {
    await browser.close();
  }
}

/**
 * @param {Browser} browser
 * @param {string} baseURL
 * @param {Target[]} targets the minimal comparison app first
 */
async function reportBytes(browser, baseURL, targets) {
  const [floor, ...apps] = await Promise.all(
    targets.map(async (target) => ({ ...target, bytes: await countBytes(browser, baseURL, target) })),
  );
  if (!floor) return;
  const rows = apps.flatMap(({ name, bytesAim = '–', bytes }) => [
    { what: `${name}, gzip of JS and CSS`, unit: 'bytes', app: bytes.gzip, floor: floor.bytes.gzip, aim: bytesAim },
    { what: `${name}, as sent (brotli)`, unit: 'bytes', app: bytes.sent, floor: floor.bytes.sent, aim: '–' },
  ]);
  printTable('Bytes of a cold first visit', rows);
  for (const { name, bytes } of [floor, ...apps]) console.log(`\n${name}: ${bytes.files.join(', ')}`);
}

/**
 * Lists the JavaScript and CSS files that a cold visit requests, without those that the service worker downloads.
 *
 * @param {Browser} browser
 * @param {string} baseURL
 * @param {Target} target
 */
async function countBytes(browser, baseURL, { path, sign, storageState }) {
  const context = await browser.newContext({ ...phone, baseURL, storageState });
  const page = await context.newPage();
  /** @type {Set<string>} */
  const urls = new Set();
  page.on('request', (request) => {
    if (['script', 'stylesheet'].includes(request.resourceType()) && !request.url().endsWith('/sw.js'))
      urls.add(request.url());
  });
  await watchText(page, sign);
  await page.goto(path);
  await textTime(page);
  await page.waitForLoadState('networkidle');
  await context.close();
  const files = await Promise.all([...urls].map(fetchFile));
  const sum = (/** @type {'gzip' | 'sent'} */ key) => files.reduce((total, file) => total + file[key], 0);
  const names = files
    .toSorted((a, b) => b.gzip - a.gzip)
    .map(({ name, gzip }) => `${name} ${(gzip / 1000).toFixed(1)}`);
  return { gzip: sum('gzip'), sent: sum('sent'), files: names };
}

/**
 * Returns a file's size with gzip -9, and as the server sends it to a browser.
 *
 * @param {string} url
 * @returns {Promise<{ name: string, gzip: number, sent: number }>}
 */
async function fetchFile(url) {
  const plain = gzipSync(await download(url, 'identity'), { level: 9 });
  const sent = await download(url, 'br');
  return { name: new URL(url).pathname.replace(/.*\//, ''), gzip: plain.length, sent: sent.length };
}

/**
 * @param {string} url
 * @param {string} encoding
 * @returns {Promise<Buffer>}
 */
function download(url, encoding) {
  return new Promise((resolve, reject) => {
    const request = httpGet(url, { headers: { 'Accept-Encoding': encoding } }, (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
    });
    request.on('error', reject);
  });
}

/**
 * @param {Browser} browser
 * @param {string} baseURL
 * @param {Target[]} targets the minimal comparison app first
 */
async function reportTimes(browser, baseURL, targets) {
  /** @type {Record<string, Visit[]>} */
  const visits = {};
  // Measured in turns, so that other load on the machine affects all targets.
  for (let run = 0; run < RUNS; run += 1) {
    for (const target of targets) (visits[target.name] ??= []).push(await visitSlowly(browser, baseURL, target));
  }
  /**
   * @param {string} name
   * @param {keyof Visit} key
   */
  const times = (name, key) => (visits[name] ?? []).map((visit) => visit[key]);
  const rows = ['login', 'lesson'].flatMap((name) => [
    timeRow(
      { what: `${name}, first contentful paint`, aim: '≤ 0.5' },
      times(name, 'firstPaint'),
      times('floor', 'firstPaint'),
    ),
    timeRow(
      { what: `${name}, end of the last script`, aim: name === 'login' ? '≤ 1.3' : '–' },
      times(name, 'lastScript'),
      times('floor', 'lastScript'),
    ),
    timeRow(
      { what: `${name}, text shown`, aim: name === 'lesson' ? '≤ 1.6' : '–' },
      times(name, 'text'),
      times('floor', 'text'),
    ),
  ]);
  printTable(`Times of a cold first visit (CPU ÷ ${CPU_SLOWDOWN}, 1.6 Mbps, 150 ms)`, rows);
}

/**
 * Measures one visit with empty caches.
 *
 * @param {Browser} browser
 * @param {string} baseURL
 * @param {Target} target
 * @returns {Promise<Visit>}
 */
async function visitSlowly(browser, baseURL, { path, sign, storageState }) {
  const context = await browser.newContext({ ...phone, baseURL, storageState });
  const page = await context.newPage();
  await slowDown(await context.newCDPSession(page));
  await watchText(page, sign);
  await browser.startTracing(page, { categories: TRACE_CATEGORIES });
  await page.goto(path);
  const text = await textTime(page);
  await page.waitForLoadState('networkidle');
  const trace = await browser.stopTracing();
  const firstPaint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
  );
  await context.close();
  return { firstPaint, text, lastScript: readLastScript(trace, baseURL + path) };
}

/**
 * Emulates a slow phone on a slow network.
 *
 * @param {CDPSession} session
 */
export async function slowDown(session) {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}
