/** Writes and reads a draft of answers in IndexedDB without a screen. */
import type { Page } from '@playwright/test';

/** The draft that `putDraft` stores. */
export const DRAFT = { version: 1, answers: { q1: ['a'] }, flagged: ['q1'] };

/** Stores a draft of a half-answered question set for an owner. */
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

/** Returns the draft of answers as it is stored. */
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
