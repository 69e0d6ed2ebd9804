/** A half-answered question set, laid on the device past the screens. */
import type { Page } from '@playwright/test';

/** What is in it. */
export const DRAFT = { version: 1, answers: { q1: ['a'] }, flagged: ['q1'] };

/** Lays a half-answered question set on the device. */
export async function putDraft(page: Page, owner: string): Promise<void> {
  await page.evaluate(
    async ({ key, draft }) => {
      const opening = indexedDB.open('drafts', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('drafts');
      await new Promise((resolve) => (opening.onsuccess = resolve));
      const transaction = opening.result.transaction('drafts', 'readwrite');
      transaction.objectStore('drafts').put(draft, key);
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      opening.result.close();
    },
    { key: `${owner}|answers|statistics-q-normal`, draft: DRAFT },
  );
}

/** The half-answered question set, as it lies on the device. */
export function readDraft(page: Page, owner: string): Promise<unknown> {
  return page.evaluate(async (key) => {
    const opening = indexedDB.open('drafts');
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const reading = opening.result.transaction('drafts').objectStore('drafts').get(key) as IDBRequest<unknown>;
    await new Promise((resolve) => (reading.onsuccess = resolve));
    opening.result.close();
    return reading.result;
  }, `${owner}|answers|statistics-q-normal`);
}
