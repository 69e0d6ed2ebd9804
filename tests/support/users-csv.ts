/** Imports users from a CSV file in the app. */
import { screen } from '@testing-library/dom';
import { beforeEach, vi } from 'vitest';

import type { User } from '@/api/users';

import type { OpenedApp } from './app';
import { callAs } from './demo';

export interface SavedFile {
  name: string;
  text: () => Promise<string>;
}

/** Collects the files that the app saves; emptied before each test. */
export function useSavedFiles(): readonly SavedFile[] {
  const saved: SavedFile[] = [];
  beforeEach(() => {
    saved.length = 0;
    let blob = new Blob();
    URL.createObjectURL = (made: Blob) => ((blob = made), 'blob:csv');
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const made = blob;
      saved.push({ name: this.download, text: () => made.text() });
    });
  });
  return saved;
}

let count = 0;
/** Returns an unused user name. */
export const freeName = () => `csv-${Date.now().toString(36)}-${(count += 1)}`;
export const listUsers = async () => ((await callAs('admin', 'GET', '/users/?size=200')) as { items: User[] }).items;
export async function chooseFile(
  app: OpenedApp,
  content: string | Uint8Array<ArrayBuffer>,
  name = '利用者.csv',
): Promise<void> {
  await app.user.upload(screen.getByLabelText('CSVファイル'), new File([content], name, { type: 'text/csv' }));
}
export const press = (app: OpenedApp, name: string | RegExp) => app.user.click(screen.getByRole('button', { name }));
