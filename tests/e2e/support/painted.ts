/** Prerendered lessons, as tests see them: what is kept of them, and how the app takes their place. */
import type { Page } from '@playwright/test';

import { expect, screenReady } from './app';

/** A page is idle when nobody else wants the processor, either. */
export const PAINTED_WITHIN = { timeout: 30_000 };

/** What is painted of a lesson for an owner; '' for nothing. */
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

/** From the next document on the app's code waits for the device until it is let go; the worker does not. */
export async function holdApp(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const open = indexedDB.open.bind(indexedDB);
    const waiting: (() => void)[] = [];
    let isHeld = true;
    const release = () => {
      isHeld = false;
      for (const go of waiting) go();
    };
    // A stand-in for the request: its handlers are set before it goes on its way.
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

/** Where everything in the text stands in the window, and what the reader has done there. */
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

/** The app has taken the place of all that was painted. */
export async function taken(page: Page): Promise<void> {
  await screenReady(page);
  await expect(page.locator('.painted')).toHaveCount(0);
  await expect(page.locator('#main [class^="_prose_"]')).toHaveCount(1, PAINTED_WITHIN);
}
