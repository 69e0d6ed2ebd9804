// @vitest-environment jsdom
/** Tests the worker's answer to a navigation to a lesson, with changes of the session and failing reads meanwhile. */
import { readFileSync } from 'node:fs';

import { installCaches } from '@tests/support/fake-caches';
import { installLocks } from '@tests/unit/offline/support/crash-contexts';
import { emptyQueue, keyOf, signInAs } from '@tests/unit/offline/support/people';
import { beforeEach, expect, test, vi } from 'vitest';

import { keepPrerenderedLesson } from '@/offline/copies/prerender-store';
import { studyCacheName } from '@/offline/copies/study-cache';
import { wipeOwner } from '@/offline/wipe';
import { admitOwner } from '@/offline/wipe-marks';

import { createPrerenderedHandler } from '../../../../sw/prerendered-lessons';

const a = keyOf('a');
const BUILD = '/assets/app-1.js';
const COPY = 'https://api.test/api/v1/lessons/l1';
const TEXT = 'aの本文';
const shell = readFileSync('index.html', 'utf8');

type ReadFile = (path: string) => Promise<string | undefined>;

async function open(read: ReadFile = async () => undefined, answer = new Response(shell)): Promise<Response> {
  const handle = createPrerenderedHandler(async () => answer, { isOwn: (path) => path === BUILD, read });
  const url = new URL('https://app.test/lessons/l1');
  return (handle as (options: { url: URL }) => Promise<Response>)({ url });
}

/** Returns a promise that stays pending until it is released. */
function createGate() {
  let asked: () => void = () => undefined;
  let letGo: () => void = () => undefined;
  const wasAsked = new Promise<void>((resolve) => (asked = resolve));
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const pass = async () => {
    asked();
    await gate;
  };
  return { wasAsked, pass, letGo };
}

beforeEach(async () => {
  installLocks();
  installCaches();
  await emptyQueue();
  for (const owner of [a, keyOf('b')]) {
    await wipeOwner(owner, { dropsEntries: true });
    await admitOwner(owner);
  }
  await signInAs('a');
  await (await caches.open(studyCacheName(a))).put(COPY, new Response('{}'));
  const lesson = { build: BUILD, copies: [COPY], title: '題', sheets: [], fonts: [], css: '' };
  await keepPrerenderedLesson(a, 'l1', { ...lesson, html: `<div class="painted">${TEXT}</div>` }, { source: 's' });
});

test("the worker answers with the prerendered lesson, and sends the page's head before the lesson is read", async () => {
  const { wasAsked, pass, letGo } = createGate();
  const response = await open(pass as ReadFile);
  const reader = response.body?.getReader();
  const head = new TextDecoder().decode((await reader?.read())?.value);
  await wasAsked;
  expect(head).toContain('<head>');
  expect(head).not.toContain('<title>');
  letGo();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain(TEXT);
});

test.each([
  ['the style sheets are read', 'sheets'],
  ['the copies are looked for', 'copies'],
])('fault: another user signs in while %s → the prerendered lesson is not sent', async (_, where) => {
  const { wasAsked, pass, letGo } = createGate();
  if (where === 'copies') {
    const match = caches.match.bind(caches);
    vi.spyOn(caches, 'match').mockImplementation(async (...question) => {
      const found = await match(...question);
      await pass();
      return found;
    });
  }
  const response = await open(where === 'sheets' ? (pass as ReadFile) : undefined);
  await wasAsked;
  await wipeOwner(a, { dropsEntries: true });
  await signInAs('b');
  letGo();

  const page = await response.text();
  expect(page).not.toContain(TEXT);
  expect(page).toContain('</html>');
});

test('fault: reading a style sheet never ends → the complete shell is sent without a lesson', async () => {
  expect(await (await open(() => new Promise(() => undefined))).text()).toBe(shell);
});

test('fault: the database hangs, or fails → the complete shell is sent without a lesson', async () => {
  const get = vi.spyOn(IDBObjectStore.prototype, 'get').mockReturnValue({} as IDBRequest);
  expect(await (await open()).text()).toBe(shell);
  get.mockImplementation(() => {
    throw new DOMException('Broken', 'UnknownError');
  });
  expect(await (await open()).text()).toBe(shell);
});

test('fault: the shell is missing from the cache → the host’s response is passed on unchanged', async () => {
  // The bytes of 日本 in Shift_JIS.
  const body = new Uint8Array([0x93, 0xfa, 0x96, 0x7b]);
  for (const init of [
    { status: 503, headers: { 'Content-Type': 'text/html' } },
    { status: 200, headers: { 'Content-Type': 'text/html; charset=shift_jis' } },
  ]) {
    const response = await open(undefined, new Response(body, init));
    expect(response.status).toBe(init.status);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(body);
  }
});
