/** Tests the classification of the server's answers: every row of docs/offline.md, "What an answer means". */
import { describe, expect, test } from 'vitest';

import { type AnswerContext, classify, isDue, type ServerAnswer } from '@/offline/queue/classify';
import { backoff } from '@/offline/queue/retry-policy';

const NOW = Date.parse('2026-11-21T03:00:00Z');

const receipt = { receivedAt: '2026-11-21T03:00:00Z', byServer: true };

function answer(status: number, over: Partial<ServerAnswer> = {}): ServerAnswer {
  const head = { status, contentType: 'application/json', isRedirect: false, challenge: '' };
  return { ...head, body: 'json', json: { detail: 'x' }, receipt, reason: 'x', ...over };
}

function context(over: Partial<AnswerContext> = {}): AnswerContext {
  return { attempts: 0, now: NOW, random: 0, ...over };
}

const html = { contentType: 'text/html; charset=utf-8', body: 'other', json: undefined } as const;

describe('a 2xx answer of the server', () => {
  test.each([
    ['200 with JSON', answer(200)],
    ['201 with JSON', answer(201)],
    ['204 without a body', answer(204, { contentType: '', body: 'empty' })],
    ['200 without a body or type', answer(200, { contentType: '', body: 'empty' })],
    ['202 with JSON under another type', answer(202, { contentType: 'text/plain' })],
  ])('%s is a receipt', (_, received) => {
    expect(classify(received, context())).toEqual({ kind: 'receipt', receipt });
  });
  test('a 2xx answer with a portal’s JSON is no receipt of a read lesson, and ends the run', () => {
    expect(classify(answer(200, { body: 'other', json: { error: 'x' } }), context())).toEqual({
      kind: 'portal',
      status: 0,
    });
  });
  test('a 2xx answer without a receipt for the sent call delays all calls', () => {
    expect(classify(answer(200, { receipt: undefined }), context())).toMatchObject({
      kind: 'postpone',
      pausesAll: true,
    });
  });
});

describe('an answer of a portal or proxy', () => {
  test.each([
    ['200 with a web page', answer(200, html)],
    ['200 with XHTML', answer(200, { contentType: 'application/xhtml+xml', body: 'other' })],
    ['200 with a web page labelled as JSON', answer(200, { body: 'other' })],
    ['200 with an empty body labelled as a web page', answer(200, { contentType: 'text/html', body: 'empty' })],
    ['a redirect, not followed', answer(0, { isRedirect: true, contentType: '', body: 'empty' })],
    ['a redirect, followed', answer(200, { isRedirect: true })],
    ['302', answer(302)],
    ['304', answer(304)],
    ['401 with a web page', answer(401, html)],
    ['403 with a web page', answer(403, html)],
    ['404 with a web page', answer(404, html)],
    ['410 with a web page', answer(410, html)],
    ['407 with a web page', answer(407, html)],
    ['511 with a web page', answer(511, html)],
    ['401 without a body', answer(401, { body: 'empty', json: undefined })],
    ['403 with foreign JSON', answer(403, { json: { message: 'x' } })],
    ['404 without a body', answer(404, { body: 'empty', json: undefined })],
    ['410 with plain text', answer(410, { contentType: 'text/plain', body: 'other', json: undefined })],
    ['401 that asks for HTTP Basic', answer(401, { challenge: 'Basic realm="x"' })],
    ['407 of any kind', answer(407)],
    ['511 of any kind', answer(511)],
  ])('%s ends the run and counts no attempt', (_, received) => {
    expect(classify(received, context())).toMatchObject({ kind: 'portal' });
  });
});

test('a call without an answer ends the run and stays queued', () => {
  expect(classify(undefined, context())).toEqual({ kind: 'stop' });
});

test('an answer of 401 ends the run until the token has changed', () => {
  expect(classify(answer(401), context())).toEqual({ kind: 'session' });
});

describe('a refusal', () => {
  test.each([400, 403, 404, 405, 409, 410, 413, 418, 422, 451])('status %i with JSON refuses the call', (status) => {
    expect(classify(answer(status), context())).toEqual({ kind: 'refuse', status, reason: 'x' });
  });
  test('status 400 with a web page is a refusal, too (api/network/server-answer.ts recognises portals)', () => {
    expect(classify(answer(400, html), context())).toEqual({ kind: 'refuse', status: 400, reason: 'x' });
  });
});

describe('a delay', () => {
  test.each([408, 425, 500, 501, 502, 504, 599])(
    'status %i delays this call, and the other calls are sent',
    (status) => {
      expect(classify(answer(status), context())).toEqual({
        kind: 'postpone',
        status: expect.any(Number),
        until: NOW + 2000,
        pausesAll: false,
        isAsked: false,
      });
    },
  );
  test.each([429, 503])('status %i delays all calls', (status) => {
    expect(classify(answer(status), context())).toMatchObject({ kind: 'postpone', pausesAll: true });
  });
  test('status 500 with a web page is not classified as a captive portal', () => {
    expect(classify(answer(500, html), context())).toMatchObject({ kind: 'postpone' });
  });
  test('a delayed call waits as long as Retry-After says', () => {
    expect(classify(answer(503, { retryAfterMs: 120_000 }), context())).toMatchObject({
      until: NOW + 120_000,
      isAsked: true,
    });
  });
});

describe('backoff', () => {
  test('the backoff doubles from 2 s up to 5 min', () => {
    expect([0, 1, 2, 3].map((attempts) => backoff(attempts, 0))).toEqual([2000, 4000, 8000, 16_000]);
    for (const attempts of [0, 1, 5, 7, 20, 1000]) {
      for (const random of [0, 0.5, 0.999]) {
        const wait = backoff(attempts, random);
        expect(wait).toBeGreaterThanOrEqual(2000);
        expect(wait).toBeLessThanOrEqual(300_000);
      }
    }
  });
  test.each([502, 503, 504])(
    'the backoff after status %i grows only after some minutes; before that a retry comes within 3 s',
    (status) => {
      const until = (attempts: number, random: number) => {
        const verdict = classify(answer(status), context({ attempts, random }));
        return verdict.kind === 'postpone' ? verdict.until - NOW : undefined;
      };
      expect([0, 1, 30, 74].map((attempts) => until(attempts, 0.999))).toEqual([2999, 2999, 2999, 2999]);
      expect(until(0, 0)).toBe(2000);
      expect([75, 76, 77].map((attempts) => until(attempts, 0))).toEqual([2000, 4000, 8000]);
      expect(until(200, 0)).toBe(150_000);
    },
  );
  test('the backoff has a random part, so that devices do not retry at the same time', () => {
    expect(backoff(10, 0)).not.toBe(backoff(10, 0.5));
  });
});

describe('a delayed call', () => {
  test('a delayed call is due when its time has come', () => {
    expect(isDue(undefined, NOW)).toBe(true);
    expect(isDue(NOW, NOW)).toBe(true);
    expect(isDue(NOW + 1, NOW)).toBe(false);
  });
  test('a delayed call is due after the clock was set back two years', () => {
    expect(isDue(NOW + 300_000, NOW - 2 * 365 * 86_400_000)).toBe(true);
  });
});
