/** How this device shows everything: text size and furigana, kept beside the colour scheme and applied live. */
import { useSyncExternalStore } from 'react';

import { createSignal } from '@/storage/signal';

export const textSizes = ['small', 'normal', 'large', 'largest'] as const;
export type TextSize = (typeof textSizes)[number];

export interface DisplaySettings {
  textSize: TextSize;
  /** Whether furigana stand above the words. */
  furigana: boolean;
}

/** Where they are kept; public/theme.js reads the first key before the first paint. */
const TEXT_SIZE_KEY = 'manabiba-text-size';
const FURIGANA_KEY = 'manabiba-furigana';

const changed = createSignal();
let current: DisplaySettings | undefined;

function readKey(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is blocked: the usual settings hold.
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

/** Shows what holds now; public/skeleton.css says what each size means. */
function apply(settings: DisplaySettings): void {
  current = settings;
  document.documentElement.dataset.textSize = settings.textSize;
  changed.publish();
}

/** Another tab has changed them. */
function handleStorage({ key }: StorageEvent): void {
  if (key === null || key === TEXT_SIZE_KEY || key === FURIGANA_KEY) apply(readSettings());
}

let isListening = false;
function subscribe(listener: () => void): () => void {
  if (!isListening) window.addEventListener('storage', handleStorage);
  isListening = true;
  return changed.subscribe(listener);
}

/** The settings of this device, as they are now. */
export function useDisplaySettings(): DisplaySettings {
  return useSyncExternalStore(subscribe, getSettings);
}

/** Changes settings at once; false when this device keeps nothing, so that they hold for this page only. */
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
