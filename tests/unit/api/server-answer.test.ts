/**
 * Tests telling the server's responses from those of portals and proxies, and reading Retry-After: one rule for reads, the queue, cached
 * copies and saved courses (packs).
 */
import { describe, expect, test } from 'vitest';

import { headOf, isRetryable, isPortal, readRetryAfter } from '@/api/server-answer';

const NOW = Date.parse('2026-11-21T03:00:00Z');
const json = { 'Content-Type': 'application/json' };
const page = { 'Content-Type': 'text/html; charset=utf-8' };
const isStrangers = (status: number, headers: HeadersInit) => isPortal(headOf(new Response(null, { status, headers })));

describe('answers of portals and proxies', () => {
  test.each([200, 201, 401, 403, 404, 410])(
    'a web page with status %i counts as a captive portal’s answer',
    (status) => {
      expect(isStrangers(status, page)).toBe(true);
      expect(isStrangers(status, { 'Content-Type': 'application/xhtml+xml' })).toBe(true);
    },
  );

  test.each([302, 304, 407, 511])(
    'an answer with status %i, of any content type, counts as a portal’s or proxy’s',
    (status) => {
      expect(isStrangers(status, json)).toBe(true);
    },
  );

  test('a redirected response counts as a captive portal’s', () => {
    expect(isPortal({ status: 200, contentType: 'application/json', isRedirect: true })).toBe(true);
    expect(isPortal({ status: 0, contentType: '', isRedirect: true })).toBe(true);
  });
});

describe('answers of the server', () => {
  test.each([200, 204, 400, 401, 403, 404, 409, 422, 429, 500, 503])(
    'status %i with JSON counts as the server’s',
    (status) => {
      expect(isStrangers(status, json)).toBe(false);
    },
  );

  test.each([400, 413, 500, 502, 503])(
    'status %i counts as the server’s, also as a reverse proxy’s web page',
    (status) => {
      expect(isStrangers(status, page)).toBe(false);
    },
  );
});

describe('temporary errors', () => {
  test.each([408, 425, 429, 500, 501, 502, 503, 504, 520])(
    'an answer with status %i counts as a temporary error',
    (status) => {
      expect(isRetryable(status)).toBe(true);
    },
  );

  test.each([200, 302, 400, 401, 403, 404, 407, 409, 413, 422, 511])(
    'an answer with status %i does not count as a temporary error',
    (status) => {
      expect(isRetryable(status)).toBe(false);
    },
  );
});

describe('Retry-After', () => {
  test.each([
    ['120', undefined, 120_000],
    ['0', undefined, 1000],
    ['86400', undefined, 3_600_000],
    [' 5 ', undefined, 5000],
    ['Sat, 21 Nov 2026 03:01:00 GMT', undefined, 60_000],
    // The response's Date header is the reference for Retry-After, because the device's clock may be years off.
    ['Fri, 01 Jan 2021 00:00:30 GMT', 'Fri, 01 Jan 2021 00:00:00 GMT', 30_000],
    ['Fri, 01 Jan 2021 00:00:00 GMT', 'Fri, 01 Jan 2021 00:00:30 GMT', 1000],
    ['soon', undefined, undefined],
    ['', undefined, undefined],
    [undefined, undefined, undefined],
  ])('Retry-After %j with Date %j means %j ms', (retryAfter, date, expected) => {
    const told = { 'Retry-After': retryAfter, Date: date };
    const headers = Object.entries(told).flatMap(([name, value]) =>
      value === undefined ? [] : ([[name, value]] satisfies [string, string][]),
    );
    expect(readRetryAfter(new Headers(headers), NOW)).toBe(expected);
  });
});
