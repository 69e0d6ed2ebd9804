/** Selects people in the table of users, and acts on them together. */
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
/** Returns the changes of users that the app has sent, oldest first: each with the user's id and the body. */
export function sentChanges({ sent }: NetworkStub): [string, Record<string, unknown>][] {
  return sent
    .filter(({ method, path }) => method === 'PATCH' && path.startsWith('/users/'))
    .map(({ path, body }) => [path.slice('/users/'.length), JSON.parse(body) as Record<string, unknown>]);
}
