// @vitest-environment jsdom
/**
 * Tests each call of the page behind a gateway: nothing is refused, no session ends, and the error says what answered.
 */
import { signInAs } from '@tests/support/demo';
import { gatewayAnswers, OTHER_REFUSALS } from '@tests/support/gateway-answers';
import { useNetworkStub } from '@tests/support/network-stub';
import { clearSession } from '@tests/support/session';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { authorize } from '@/api/authorize';
import { updateCourse } from '@/api/courses';
import { uploadContent } from '@/api/files/uploads';
import { fetchLesson } from '@/api/lessons';
import { fetchMe, fetchOwner } from '@/api/me';
import { describeUnexpected, UnexpectedAnswerError } from '@/api/network/errors';
import type { Gateway } from '@/api/network/server-answer';
import { deleteUser } from '@/api/user-edits';
import { describeSaveError } from '@/queries/save-errors';
import { readSession } from '@/session/session';
import { readSessionStatus, setSessionStatus } from '@/session/session-status';

const network = useNetworkStub();
const HTML = { 'Content-Type': 'text/html' };
const PLAIN = { 'Content-Type': 'text/plain' };
const BASIC = { 'WWW-Authenticate': 'Basic realm="trial"' };

/** Answers of gateways: status, body, headers, and what they are taken for. */
const answers: [name: string, status: number, body: unknown, headers: Record<string, string>, gateway: Gateway][] = [
  ['a 401 page of nginx that asks for HTTP Basic', 401, '<html>', { ...HTML, ...BASIC }, 'basic-auth'],
  ['an empty 401 of Caddy that asks for HTTP Basic', 401, '', { ...PLAIN, ...BASIC }, 'basic-auth'],
  ['an empty 401', 401, '', PLAIN, 'refusal'],
  ['a 401 with foreign JSON', 401, { message: 'login' }, {}, 'refusal'],
  ['a 403 with foreign JSON', 403, { error: 'forbidden' }, {}, 'refusal'],
  ['a 403 as plain text', 403, 'Forbidden', PLAIN, 'refusal'],
  ['an empty 404', 404, '', PLAIN, 'refusal'],
  ['a 404 page of Flask or Express', 404, '<!doctype html>', HTML, 'refusal'],
  ['a 410 with foreign JSON', 410, [], {}, 'refusal'],
  ['a page with 200', 200, '<html>', HTML, 'portal'],
  ['JSON with an error and status 200', 200, { error: 'login required' }, {}, 'portal'],
  ['a page of the type JSON', 200, '<html>', { 'Content-Type': 'application/json' }, 'portal'],
  ['plain text with 200', 200, 'blocked by policy', PLAIN, 'portal'],
  ['JSON with a login address and status 200', 200, { data: { login_url: 'https://x.example/' } }, {}, 'portal'],
];

const calls: [name: string, call: () => Promise<unknown>][] = [
  ['a read', () => fetchLesson('l1')],
  ['a save', () => updateCourse('c1', { title: '題' })],
  ['a deletion', () => deleteUser('u1')],
  ['a sign-in', () => authorize({ username: 'u', password: 'p' })],
  ['the owner of a new token', () => fetchOwner({ accessToken: 't', tokenType: 'bearer' })],
];

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

beforeEach(async () => {
  await signInAs('student');
  setSessionStatus('live');
});
afterEach(() => clearSession());

describe.each(answers)('fault: %s', (_, status, body, headers, gateway) => {
  test.each(calls)('fault: %s gets it → an error that says so, and the session goes on', async (_name, call) => {
    network.answer(/./, status, body, headers);

    expect(await errorOf(call())).toMatchObject({ name: 'UnexpectedAnswerError', gateway, status });

    expect(readSessionStatus()).toBe('live');
    expect(await readSession()).toBeDefined();
    expect(sessionStorage.getItem('refresh_token')).not.toBeNull();
  });

  test('fault: an upload gets it → an error that says so, and the session goes on', async () => {
    network.answer(/./, status, body, headers);
    const type = headers['Content-Type'] ?? (typeof body === 'string' ? null : 'application/json');
    const heads: Record<string, string | null> = { ...headers, 'Content-Type': type };
    vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function send(this: XMLHttpRequest) {
      Object.defineProperties(this, {
        status: { value: status },
        response: { value: typeof body === 'string' ? body : JSON.stringify(body) },
      });
      this.getResponseHeader = (name) => heads[name] ?? null;
      this.dispatchEvent(new Event('load'));
    });

    const error = await errorOf(uploadContent('a.md', new Blob(['字'])));

    expect(error).toMatchObject({ name: 'UnexpectedAnswerError', gateway });
    expect(readSessionStatus()).toBe('live');
  });
});

describe('a token refresh', () => {
  const refused = answers.filter(([, status]) => status !== 200);
  const refusedOtherwise = gatewayAnswers(...OTHER_REFUSALS).map(([name, { status, body, headers }]) => {
    return [name, status, body, headers, 'refusal'] as const;
  });
  test.each([...refused, ...refusedOtherwise])(
    'fault: it gets %s → the refresh token is kept, and the error offers to sign in',
    async (_, status, body, headers, gateway) => {
      await signInAs('student', { access_token: 'expired' });
      network.answer('POST /token', status, body, headers);

      const error = await errorOf(fetchMe());
      expect(error).toMatchObject({ name: 'UnexpectedAnswerError', gateway, status: 401 });
      expect(sessionStorage.getItem('refresh_token')).not.toBeNull();
      expect(readSessionStatus()).toBe('live');

      network.restore();
      expect(await fetchMe()).toMatchObject({ username: 'student' });
    },
  );

  test.each([
    [400, { error: 'invalid_grant' }],
    [400, { title: '更新できません', status: 400 }],
    [422, { detail: [{ loc: ['body', 'refresh_token'], msg: 'x' }] }],
  ])('a refusal of the API with status %i ends the session: %j', async (status, body) => {
    await signInAs('student', { access_token: 'expired' });
    network.answer('POST /token', status, body);

    expect(await errorOf(fetchMe())).toMatchObject({ name: 'ApiError', status: 401 });
    expect(sessionStorage.getItem('refresh_token')).toBeNull();
    expect(readSessionStatus()).toBe('over');
  });

  test('fault: a server without error bodies ends a session with an empty 401 → the token is refreshed, and the call repeated', async () => {
    let isFirst = true;
    await signInAs('student');
    network.answer('POST /token', 200, { access_token: 'new', token_type: 'bearer' });
    network.answer('GET /me/', 200, { id: 'u', username: 'u', name: '名', role: 'STUDENT' });
    const { fetch } = globalThis;
    globalThis.fetch = async (...request) => {
      const isMe = (request[0] as string).endsWith('/me/');
      if (isMe && isFirst) {
        isFirst = false;
        return new Response(null, { status: 401 });
      }
      return fetch(...request);
    };

    expect(await fetchMe()).toMatchObject({ username: 'u' });
  });
});

test('HTTP Basic has a message of its own, which offers no sign-in', () => {
  const error = new UnexpectedAnswerError('', { gateway: 'basic-auth', status: 401 });
  expect(describeUnexpected(error)).toMatch(/^このサイトにはBASIC認証などのパスワードがかかっていて/);
  expect(describeSaveError(error)).toEqual({ message: describeUnexpected(error) });
});

test('a save that gets a 401 without the API’s error shape offers to sign in again', () => {
  const error = new UnexpectedAnswerError('', { gateway: 'refusal', status: 401 });
  expect(describeSaveError(error)).toMatchObject({
    message: 'ログインの期限が切れたか、ネットワークのログインが必要かもしれません。',
    remedy: expect.any(Function),
  });
});
