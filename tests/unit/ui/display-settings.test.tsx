/**
 * Tests text size, line spacing, font and furigana: applied at once, saved on the device, set before the first paint.
 */
import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';

import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import {
  changeDisplaySettings,
  fonts,
  lineSpacings,
  textSizes,
  useDisplaySettings,
} from '@/ui/display/display-settings';
import { Markdown } from '@/ui/markdown/Markdown';

const root = document.documentElement;
const DEFAULTS = {
  textSize: 'normal',
  lineSpacing: 'normal',
  font: 'gothic',
  furigana: true,
  singleKeys: true,
} as const;
/** Simulates a write by another tab; null means that it cleared the whole storage. */
const tellOtherTab = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));

afterEach(() => {
  cleanup();
  changeDisplaySettings(DEFAULTS);
  for (const name of ['textSize', 'lineSpacing', 'font']) delete root.dataset[name];
});

test('a changed display setting is applied at once, everywhere, and saved', () => {
  const { result } = renderHook(() => useDisplaySettings());
  expect(result.current).toEqual(DEFAULTS);

  const changes = {
    textSize: 'largest',
    lineSpacing: 'wide',
    font: 'mincho',
    furigana: false,
    singleKeys: false,
  } as const;
  act(() => void changeDisplaySettings(changes));

  expect(result.current).toEqual(changes);
  expect(root.dataset).toMatchObject({ textSize: 'largest', lineSpacing: 'wide', font: 'mincho' });
  expect(localStorage.getItem('manabiba-line-spacing')).toBe('wide');
  expect(localStorage.getItem('manabiba-font')).toBe('mincho');
  expect(localStorage.getItem('manabiba-text-size')).toBe('largest');
  expect(localStorage.getItem('manabiba-furigana')).toBe('off');
  expect(localStorage.getItem('manabiba-single-keys')).toBe('off');
});

test('display settings follow another tab, and an invalid value becomes the default', () => {
  const { result } = renderHook(() => useDisplaySettings());
  localStorage.setItem('manabiba-text-size', 'large');
  act(() => void tellOtherTab('manabiba-text-size'));
  expect(result.current.textSize).toBe('large');

  localStorage.setItem('manabiba-text-size', 'gigantic');
  act(() => void tellOtherTab(null));
  expect(result.current.textSize).toBe('normal');
});

test('display settings saved by the previous version are read, and the previous version can read what this one saves', () => {
  const { result } = renderHook(() => useDisplaySettings());
  localStorage.clear();
  localStorage.setItem('manabiba-text-size', 'large');
  localStorage.setItem('manabiba-furigana', 'off');
  act(() => void tellOtherTab(null));
  expect(result.current).toEqual({ ...DEFAULTS, textSize: 'large', furigana: false });

  act(() => void changeDisplaySettings({ font: 'mincho' }));

  // The two keys of the previous version keep their names and values.
  expect(localStorage.getItem('manabiba-text-size')).toBe('large');
  expect(localStorage.getItem('manabiba-furigana')).toBe('off');
});

test('a display setting that cannot be saved is applied nevertheless, and the call returns false', () => {
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

  test('theme.js sets the saved text size, line spacing and font before the first paint', () => {
    localStorage.setItem('manabiba-text-size', 'large');
    localStorage.setItem('manabiba-line-spacing', 'narrow');
    localStorage.setItem('manabiba-font', 'mincho');
    run();
    expect(root.dataset).toMatchObject({ textSize: 'large', lineSpacing: 'narrow', font: 'mincho' });
  });

  test('theme.js sets the saved colour scheme, or the system’s', () => {
    localStorage.setItem('manabiba-scheme', 'dark');
    run();
    expect(root.dataset.mantineColorScheme).toBe('dark');
    localStorage.setItem('manabiba-scheme', 'auto');
    run();
    expect(root.dataset.mantineColorScheme).toBe('light');
  });

  test('theme.js falls back to the defaults when localStorage is blocked', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    run();
    expect(root.dataset.textSize).toBeUndefined();
    expect(root.dataset.mantineColorScheme).toBe('light');
  });

  describe('theme.js preloads the code of signed-in screens', () => {
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
      ["when the service's name is saved", '/', 'まなびば', ['/assets/signed-in.js']],
      ['not on a new device', '/', undefined, []],
      ['not on the sign-in screen', '/login', 'まなびば', []],
    ])('%s', (_, path, name, hrefs) => {
      if (name !== undefined) localStorage.setItem('manabiba-service', name);
      runAt(path);
      expect(asked()).toEqual(hrefs);
    });
  });

  test('the style sheet has a rule for every text size except the default', () => {
    const sizes = [...css.matchAll(/\[data-text-size='(\w+)'\]/g)].map(([, size]) => size);
    expect(new Set(sizes)).toEqual(new Set(textSizes.filter((size) => size !== 'normal')));
  });

  test('the style sheet of texts has a rule for every line spacing and font except the defaults', () => {
    const rules = readFileSync('src/ui/reading-text.module.css', 'utf8');
    const named = (name: string) =>
      [...rules.matchAll(new RegExp(`\\[data-${name}='(\\w+)'\\]`, 'g'))].map(([, value]) => value);
    expect(named('line-spacing')).toEqual(lineSpacings.filter((spacing) => spacing !== 'normal'));
    expect(named('font')).toEqual(fonts.filter((font) => font !== 'gothic'));
  });
});
