/** Selects people in a table, and acts on them. */
import { screen, within } from '@testing-library/dom';

import { type OpenedApp, renderApp } from './app';
import type { NetworkStub } from './network-stub';

export const openTable = async (user: string, path = '/companies/minato'): Promise<OpenedApp> => {
  const app = await renderApp({ user, path });
  await screen.findByRole('table');
  return app;
};
export const bar = async () => within(await screen.findByRole('region', { name: '選んだ人への操作' }));
export const pick = (app: OpenedApp, name: string) =>
  app.user.click(screen.getByRole('checkbox', { name: `${name}さんを選ぶ` }));
export const press = (app: OpenedApp, name: string | RegExp) => app.user.click(screen.getByRole('button', { name }));
export const openPanel = async (app: OpenedApp, name: string) => {
  await app.user.click((await bar()).getByRole('button', { name }));
  return within(await screen.findByRole('region', { name: new RegExp(`^${name}（\\d+名）$`) }));
};
/** Returns the sent changes of users, oldest first: id and body. */
export function sentChanges({ sent }: NetworkStub): [string, Record<string, unknown>][] {
  return sent
    .filter(({ method, path }) => method === 'PATCH' && path.startsWith('/users/'))
    .map(({ path, body }) => [path.slice('/users/'.length), JSON.parse(body) as Record<string, unknown>]);
}
