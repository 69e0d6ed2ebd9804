/**
 * A session and a dialect that each test chooses, for unit tests of the seam. The test file itself mocks
 * `@/api/dialects/none`.
 */
import { afterEach, beforeEach, vi } from 'vitest';

import type { Dialect } from '@/api/dialect/dialect';
import { forgetFurtherGets } from '@/api/dialect/further-gets';
import type { TranslationError } from '@/api/network/errors';
import { saveSession, type Session } from '@/session/session';

import { clearSession } from './session';

export const API_HOST = 'https://api.example';

/** The payload of an access token with the claim `sub`. */
const payload = btoa(JSON.stringify({ sub: 7 })).replace(/=+$/, '');
export const session: Session = {
  accessToken: `e30.${payload}.x`,
  tokenType: 'bearer',
  owner: { apiHost: API_HOST, userId: '7' },
};

export const COURSE = { id: 5, title: '安全', updatedAt: '2026-11-01T00:00:00Z' };

const none = { toServer: undefined, toApp: undefined, toError: undefined };

/** Replaces the functions of the mocked dialect, which is one object for a whole file. */
export function changeDialect(mocked: Dialect | undefined, functions: Omit<Dialect, 'version'>): void {
  Object.assign(mocked ?? {}, { version: 'ours-1', ...none, ...functions });
}

/** Returns the error of work that must fail; undefined if it succeeds. */
export function failure(work: Promise<unknown>): Promise<TranslationError | undefined> {
  return work.then(
    () => undefined,
    (error: TranslationError) => error,
  );
}

/** Signs in before each test, and out after it. */
export function useDialectSession(): void {
  beforeEach(async () => {
    Object.assign(globalThis, { __API_HOST__: API_HOST });
    vi.stubGlobal('reportError', () => undefined);
    forgetFurtherGets();
    await saveSession(session);
  });
  afterEach(clearSession);
}
