/** Text size and furigana: applied at once, kept on the device, set before the first paint. */
import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';

import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { changeDisplaySettings, textSizes, useDisplaySettings } from '@/ui/display-settings';
import { Markdown } from '@/ui/markdown/Markdown';

const root = document.documentElement;
/** Another tab has written; null for all at once. */
const tellOtherTab = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));

afterEach(() => {
  cleanup();
  changeDisplaySettings({ textSize: 'normal', furigana: true });
  delete root.dataset.textSize;
});

test('a change holds at once, everywhere, and is kept', () => {
  const { result } = renderHook(() => useDisplaySettings());
  expect(result.current).toEqual({ textSize: 'normal', furigana: true });

  act(() => void changeDisplaySettings({ textSize: 'largest', furigana: false }));

  expect(result.current).toEqual({ textSize: 'largest', furigana: false });
  expect(root.dataset.textSize).toBe('largest');
  expect(localStorage.getItem('manabiba-text-size')).toBe('largest');
  expect(localStorage.getItem('manabiba-furigana')).toBe('off');
});

test('follows another tab, and takes nonsense for the usual', () => {
  const { result } = renderHook(() => useDisplaySettings());
  localStorage.setItem('manabiba-text-size', 'large');
  act(() => void tellOtherTab('manabiba-text-size'));
  expect(result.current.textSize).toBe('large');

  localStorage.setItem('manabiba-text-size', 'gigantic');
  act(() => void tellOtherTab(null));
  expect(result.current.textSize).toBe('normal');
});

test('a device that keeps nothing shows it all the same, and says so', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(changeDisplaySettings({ textSize: 'small' })).toBe(false);
  expect(root.dataset.textSize).toBe('small');
});

test('markdown leaves furigana out when they are switched off', () => {
  render(<Markdown text="{漢字|かんじ}を読む" Image={() => null} />);
  expect(screen.queryAllByText('かんじ')).toHaveLength(1);

  act(() => void changeDisplaySettings({ furigana: false }));

  expect(screen.queryAllByText('かんじ')).toEqual([]);
  expect(document.body.textContent).toContain('漢字を読む');
});

describe('before the first paint', () => {
  const script = readFileSync('public/theme.js', 'utf8');
  const css = readFileSync('public/skeleton.css', 'utf8');
  const run = () => void runInThisContext(script);

  test('theme.js sets the size that was chosen', () => {
    localStorage.setItem('manabiba-text-size', 'large');
    run();
    expect(root.dataset.textSize).toBe('large');
  });

  test('theme.js sets the scheme that was chosen, or the system’s', () => {
    localStorage.setItem('manabiba-scheme', 'dark');
    run();
    expect(root.dataset.mantineColorScheme).toBe('dark');
    localStorage.setItem('manabiba-scheme', 'auto');
    run();
    expect(root.dataset.mantineColorScheme).toBe('light');
  });

  test('theme.js stands a blocked storage', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    run();
    expect(root.dataset.textSize).toBeUndefined();
    expect(root.dataset.mantineColorScheme).toBe('light');
  });

  describe('theme.js asks ahead for what somebody signed in needs', () => {
    const asked = () =>
      [...document.querySelectorAll('link[rel=modulepreload]')].map((link) => link.getAttribute('href'));
    const runAt = (path: string) => {
      history.replaceState(null, '', path);
      const element = document.createElement('script');
      element.dataset.signedIn = '/assets/signed-in.js';
      vi.spyOn(document, 'currentScript', 'get').mockReturnValue(element);
      run();
    };
    beforeEach(() => document.querySelectorAll('link').forEach((link) => link.remove()));

    test.each([
      ['where the service has told its name', '/', 'まなびば', ['/assets/signed-in.js']],
      ['not on a new device', '/', undefined, []],
      ['not where somebody signs in', '/login', 'まなびば', []],
    ])('%s', (_, path, name, hrefs) => {
      if (name !== undefined) localStorage.setItem('manabiba-service', name);
      runAt(path);
      expect(asked()).toEqual(hrefs);
    });
  });

  test('every size but the usual one has its rule', () => {
    const sizes = [...css.matchAll(/\[data-text-size='(\w+)'\]/g)].map(([, size]) => size);
    expect(new Set(sizes)).toEqual(new Set(textSizes.filter((size) => size !== 'normal')));
  });
});
