/** Creates companies and users by API calls, stubs lists of users, and reads the table of users on the screen. */
import { screen, within } from '@testing-library/dom';

import type { OpenedApp } from './app';
import { callAs } from './demo';

interface Made {
  id: string;
  name: string;
}
let count = 0;

/** Creates a company for one test. */
export async function makeCompany(note = ''): Promise<Made> {
  count += 1;
  return (await callAs('admin', 'POST', '/companies/', { name: `試験${Date.now()}-${count}`, note })) as Made;
}

/** Returns users as the server lists them; creating real ones would be slow because of password hashing. */
export function person(id: string, changes: object = {}): object {
  return { id, username: id, name: `${id}さん`, role: 'STUDENT', companyId: 'minato', active: true, ...changes };
}

/** Stubs the server's list of users with one page. */
export function pageOf(items: readonly object[]): object {
  return { items, total: items.length, page: 1, size: 200, pages: 1 };
}

/** Replaces a field's text by typing. */
export async function fill(app: OpenedApp, label: RegExp, text: string): Promise<void> {
  const field = screen.getByLabelText(label);
  await app.user.clear(field);
  if (text) await app.user.type(field, text);
}

/** Returns the names in the table of users, from the top. */
export function rowNames(): (string | undefined)[] {
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0]?.textContent);
}
