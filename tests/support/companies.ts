/** Companies and their people: made past the app, listed in the server's place, and read from the screen. */
import { screen, within } from '@testing-library/dom';

import type { OpenedApp } from './app';
import { callAs } from './demo';

interface Made {
  id: string;
  name: string;
}
let count = 0;

/** A company of a test's own. */
export async function makeCompany(note = ''): Promise<Made> {
  count += 1;
  return (await callAs('admin', 'POST', '/companies/', { name: `試験${Date.now()}-${count}`, note })) as Made;
}

/** People as the server would list them; nobody has to be hashed for a table. */
export function person(id: string, changes: object = {}): object {
  return { id, username: id, name: `${id}さん`, role: 'STUDENT', companyId: 'minato', active: true, ...changes };
}

/** The only page of the server's list of people. */
export function pageOf(items: readonly object[]): object {
  return { items, total: items.length, page: 1, size: 200, pages: 1 };
}

/** Types a text in place of a field's own. */
export async function fill(app: OpenedApp, label: RegExp, text: string): Promise<void> {
  const field = screen.getByLabelText(label);
  await app.user.clear(field);
  if (text) await app.user.type(field, text);
}

/** The names in the table of people, from the top. */
export function rowNames(): (string | undefined)[] {
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0]?.textContent);
}
