import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { anySignal, parseUrl } from '@/lib/browser-gaps';

const native = Object.getOwnPropertyDescriptor(AbortSignal, 'any');

describe.each([['with AbortSignal.any'], ['without AbortSignal.any']])('%s', (kind) => {
  beforeEach(() => {
    if (kind.startsWith('without')) Reflect.deleteProperty(AbortSignal, 'any');
  });
  afterEach(() => {
    if (native) Object.defineProperty(AbortSignal, 'any', native);
  });

  test('anySignal aborts with the first of its signals, for its reason, and only once', () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const any = anySignal([first.signal, second.signal]);
    let count = 0;
    any.addEventListener('abort', () => (count += 1));
    expect(any.aborted).toBe(false);
    second.abort('second');
    first.abort('first');
    expect([any.aborted, any.reason, count]).toEqual([true, 'second', 1]);
  });

  test('anySignal is aborted at once if one of its signals was aborted before, with the reason of the first of them', () => {
    const signals = [new AbortController().signal, AbortSignal.abort('a'), AbortSignal.abort('b')];
    expect(anySignal(signals).reason).toBe('a');
  });

  test('anySignal of no signals never aborts', () => {
    expect(anySignal([]).aborted).toBe(false);
  });
});

test('without AbortSignal.any, a signal that outlives the request does not keep the request’s abort listener', () => {
  Reflect.deleteProperty(AbortSignal, 'any');
  const [page, request] = [new AbortController(), new AbortController()];
  const listen = vi.spyOn(page.signal, 'addEventListener');
  anySignal([page.signal, request.signal]);
  if (native) Object.defineProperty(AbortSignal, 'any', native);
  const until = (listen.mock.calls[0]?.[2] as AddEventListenerOptions | undefined)?.signal;
  expect(until?.aborted).toBe(false);
  request.abort();
  expect(until?.aborted).toBe(true);
});

test.each([
  ['https://a.example/b?c#d', undefined, 'https://a.example/b?c#d'],
  ['/b', 'https://a.example/c/', 'https://a.example/b'],
  ['', 'https://a.example/c', 'https://a.example/c'],
  ['/b', undefined, undefined],
  ['https://', 'https://a.example', undefined],
  ['/b', 'no base', undefined],
])('parseUrl(%j, %j) is %j', (text, base, href) => {
  expect(parseUrl(text, base)?.href).toBe(href);
});
