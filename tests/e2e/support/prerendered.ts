/**
 * Reads stored prerendered lessons, delays the app while a prerendered lesson is shown, and waits until the app has
 * replaced the lesson.
 */
import type { Page } from '@playwright/test';

import { expect, screenReady } from './app';

/**
 * Timeout in ms until lessons are prerendered, which happens when the page is idle and takes longer on a busy machine.
 */
export const PRERENDER_TIMEOUT = { timeout: 30_000 };

/** Returns the stored HTML of a prerendered lesson; '' if there is none. */
export function readPrerendered(page: Page, owner: string, lessonId: string): Promise<string> {
  return page.evaluate(async (key) => {
    const opening = indexedDB.open('reading-positions', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('positions');
    const database = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)));
    const reading = database.transaction('positions').objectStore('positions').get(key) as IDBRequest<
      { html: string } | undefined
    >;
    await new Promise((resolve) => (reading.onsuccess = resolve));
    database.close();
    return reading.result?.html ?? '';
  }, `${owner}|painted|${lessonId}`);
}

/**
 * Makes the app wait for IndexedDB, from the next document on, until {@link releaseApp}. The service worker does not
 * wait.
 */
export async function holdApp(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const open = indexedDB.open.bind(indexedDB);
    const waiting: (() => void)[] = [];
    let isHeld = true;
    const release = () => {
      isHeld = false;
      for (const go of waiting) go();
    };
    // The app sets its event handlers on a placeholder of the request; they are attached to the real request when
    // `releaseApp` is called.
    indexedDB.open = (...parameters) => {
      if (!isHeld) return open(...parameters);
      const standIn = {} as IDBOpenDBRequest;
      waiting.push(() => {
        const request = open(...parameters);
        for (const name of ['onsuccess', 'onerror', 'onupgradeneeded'] as const)
          request[name] = (event: Event) => {
            Object.defineProperties(standIn, {
              result: { get: () => request.result, configurable: true },
              error: { get: () => request.error, configurable: true },
            });
            (standIn[name] as ((event: Event) => void) | null)?.(event);
          };
      });
      return standIn;
    };
    const shifts: string[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & { hadRecentInput: boolean; sources: { node?: Node }[] };
        const inText = (shift.hadRecentInput ? [] : shift.sources).filter(({ node }) =>
          node?.parentElement?.closest('article'),
        );
        shifts.push(...inText.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 30)}`));
      }
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { release, shifts });
  });
}

/**
 * Returns the position of each block of the text in the window, the scroll position, selection, focus and open details.
 */
export function readScreen(page: Page) {
  return page.evaluate(() => {
    const text = document.querySelector('#main article [class^="_prose_"]');
    const blocks = [...(text?.querySelectorAll('h2, p, table, summary, img, pre, .katex') ?? [])];
    return {
      tops: blocks
        .filter((block) => !block.closest('dialog'))
        .map((block) => `${block.localName} ${Math.round(block.getBoundingClientRect().top)}`),
      scroll: Math.round(window.scrollY),
      selected: String(window.getSelection()),
      focused: document.activeElement === document.body ? null : document.activeElement?.textContent,
      open: [...(text?.querySelectorAll('details') ?? [])].map((details) => details.open),
    };
  });
}

/** Ends the app's wait for IndexedDB, and waits until the app has replaced the prerendered lesson. */
export async function releaseApp(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as { release: () => void }).release());
  await prerenderReplaced(page);
}

/** Waits until the app has replaced the prerendered lesson. */
export async function prerenderReplaced(page: Page): Promise<void> {
  await screenReady(page);
  await expect(page.locator('.painted')).toHaveCount(0);
  await expect(page.locator('#main [class^="_prose_"]')).toHaveCount(1, PRERENDER_TIMEOUT);
}
