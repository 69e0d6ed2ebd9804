/**
 * Display settings of this device: text size, line spacing, font, furigana and shortcuts of one key, applied at once.
 */
import { useSyncExternalStore } from 'react';

import { createSignal } from '@/storage/signal';

export const textSizes = ['small', 'normal', 'large', 'largest'] as const;
export type TextSize = (typeof textSizes)[number];
export const lineSpacings = ['normal', 'narrow', 'wide'] as const;
export type LineSpacing = (typeof lineSpacings)[number];
export const fonts = ['gothic', 'mincho'] as const;
export type Font = (typeof fonts)[number];

export interface DisplaySettings {
  textSize: TextSize;
  lineSpacing: LineSpacing;
  /** The typeface of texts; formulas, code and controls keep their own typefaces. */
  font: Font;
  /** True to show furigana above the words. */
  furigana: boolean;
  /**
   * True if keys pressed alone, such as j, ? or 1, are shortcuts (WCAG 2.1.4); shortcuts with Ctrl or ⌘ always work.
   */
  singleKeys: boolean;
}

/**
 * Local storage keys; public/theme.js reads them before the first paint. Earlier versions of the app ignore the keys
 * that they do not know.
 */
const TEXT_SIZE_KEY = 'manabiba-text-size';
const LINE_SPACING_KEY = 'manabiba-line-spacing';
const FONT_KEY = 'manabiba-font';
const FURIGANA_KEY = 'manabiba-furigana';
const SINGLE_KEYS_KEY = 'manabiba-single-keys';
const allKeys = [TEXT_SIZE_KEY, LINE_SPACING_KEY, FONT_KEY, FURIGANA_KEY, SINGLE_KEYS_KEY];

const changed = createSignal();
let current: DisplaySettings | undefined;

function readKey(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // If storage is blocked, the defaults are used.
    return null;
  }
}

/** Returns the stored value if it is one of `values`, else the fallback. */
function readOne<T extends string>(key: string, values: readonly T[], fallback: T): T {
  const stored = readKey(key);
  return values.find((value) => value === stored) ?? fallback;
}

function readSettings(): DisplaySettings {
  return {
    textSize: readOne(TEXT_SIZE_KEY, textSizes, 'normal'),
    lineSpacing: readOne(LINE_SPACING_KEY, lineSpacings, 'normal'),
    font: readOne(FONT_KEY, fonts, 'gothic'),
    furigana: readKey(FURIGANA_KEY) !== 'off',
    singleKeys: readKey(SINGLE_KEYS_KEY) !== 'off',
  };
}

function getSettings(): DisplaySettings {
  current ??= readSettings();
  return current;
}

/**
 * Applies settings to the document; public/skeleton.css defines the sizes, reading-text.module.css spacings and fonts.
 */
function apply(settings: DisplaySettings): void {
  current = settings;
  const { textSize, lineSpacing, font } = settings;
  Object.assign(document.documentElement.dataset, { textSize, lineSpacing, font });
  changed.publish();
}

/** Applies display settings that were changed in another tab. */
function handleStorage({ key }: StorageEvent): void {
  if (key === null || allKeys.includes(key)) apply(readSettings());
}

let isListening = false;
function subscribe(listener: () => void): () => void {
  if (!isListening) window.addEventListener('storage', handleStorage);
  isListening = true;
  return changed.subscribe(listener);
}

/** Returns the current settings. */
export function useDisplaySettings(): DisplaySettings {
  return useSyncExternalStore(subscribe, getSettings);
}

/** Returns a shortcut of one key for `aria-keyshortcuts`; undefined if such shortcuts are switched off. */
export function useKeyHint(key: string | undefined): string | undefined {
  return useDisplaySettings().singleKeys ? key : undefined;
}

/** Changes settings at once. @returns false when they could not be stored and apply to this page only. */
export function changeDisplaySettings(changes: Partial<DisplaySettings>): boolean {
  const settings = { ...getSettings(), ...changes };
  apply(settings);
  try {
    localStorage.setItem(TEXT_SIZE_KEY, settings.textSize);
    localStorage.setItem(LINE_SPACING_KEY, settings.lineSpacing);
    localStorage.setItem(FONT_KEY, settings.font);
    localStorage.setItem(FURIGANA_KEY, settings.furigana ? 'on' : 'off');
    localStorage.setItem(SINGLE_KEYS_KEY, settings.singleKeys ? 'on' : 'off');
    return true;
  } catch {
    return false;
  }
}
