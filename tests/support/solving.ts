/** Solves a demo question set, and reads the stored and sent answers. */
import { screen } from '@testing-library/dom';

import { ownerKey } from '@/session/session';

import { type OpenedApp, renderApp } from './app';
import { demoSession, useTripServer } from './demo';
import type { NetworkStub, SentRequest } from './network-stub';

export const SET = 'git-q-merge';
export const SOLVE = `/question/solve/${SET}`;
export const SAVED = '解答はこの端末に保存されています';

/** Waits until the question with a number is shown. */
export function findQuestion(number: number): Promise<HTMLElement> {
  return screen.findByText(new RegExp(`^${number} / 6 問・`));
}

/** Opens the demo question set as a demo user, and selects the second choice of its first question. */
export async function answerFirst(user: string): Promise<OpenedApp> {
  const app = await renderApp({ user, path: SOLVE });
  await findQuestion(1);
  await app.user.keyboard('2');
  await screen.findByText(SAVED);
  return app;
}

/** Returns true if a radio choice is selected. */
export function isChosen(name: RegExp): boolean {
  return screen.getByRole<HTMLInputElement>('radio', { name }).checked;
}

/** Returns the bodies of the submits that the app has sent, oldest first. */
export function sentSubmits(network: NetworkStub): SentRequest[] {
  return network.sent.filter(({ method, path }) => method === 'POST' && path === '/submit/');
}

/** Returns a demo user's owner key on this device. */
export async function ownerOf(username: string): Promise<string> {
  const apiHost = await useTripServer();
  return ownerKey({ apiHost, userId: (await demoSession(username)).userId });
}
