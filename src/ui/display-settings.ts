/** Display settings of this device: text size and furigana, applied at once. */
import { useSyncExternalStore } from 'react';

import { createSignal } from '@/storage/signal';

export const textSizes = ['small', 'normal', 'large', 'largest'] as const;
export type TextSize = (typeof textSizes)[number];

export interface DisplaySettings {
  textSize: TextSize;
  /** Furigana are shown above the words. */
  furigana: boolean;
}

/** Local storage keys; public/theme.js reads the first one before the first paint. */
const TEXT_SIZE_KEY = 'manabiba-text-size';
const FURIGANA_KEY = 'manabiba-furigana';

const changed = createSignal();
let current: DisplaySettings | undefined;

function readKey(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is blocked: use the defaults.
    return null;
  }
}

function readSettings(): DisplaySettings {
  const stored = readKey(TEXT_SIZE_KEY);
  const textSize = textSizes.find((size) => size === stored) ?? 'normal';
  return { textSize, furigana: readKey(FURIGANA_KEY) !== 'off' };
}

function getSettings(): DisplaySettings {
  current ??= readSettings();
  return current;
}

/** Applies settings to the document; public/skeleton.css defines the sizes. */
function apply(settings: DisplaySettings): void {
  current = settings;
  document.documentElement.dataset.textSize = settings.textSize;
  changed.publish();
}

/** Applies changes of another tab. */
function handleStorage({ key }: StorageEvent): void {
  if (key === null || key === TEXT_SIZE_KEY || key === FURIGANA_KEY) apply(readSettings());
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

/** Changes settings at once. @returns false when they could not be stored and apply to this page only. */
export function changeDisplaySettings(changes: Partial<DisplaySettings>): boolean {
  const settings = { ...getSettings(), ...changes };
  apply(settings);
  try {
    localStorage.setItem(TEXT_SIZE_KEY, settings.textSize);
    localStorage.setItem(FURIGANA_KEY, settings.furigana ? 'on' : 'off');
    return true;
  } catch {
    return false;
  }
}
