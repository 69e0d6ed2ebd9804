/** Tracks the progress of a slow download of a lesson's text, for the text on a waiting screen. */
import { useEffect, useState } from 'react';

import { formatKilobytes } from '@/lib/format-kilobytes';

/** Time in ms after which a download shows its progress. */
const SHOW_PROGRESS_AFTER_MS = 2000;
const PROGRESS_INTERVAL_MS = 1000;

let latest: { startedAt: number; bytes: number } | undefined;

/** Runs a download and tracks its progress. @param work calls its argument with the number of bytes received so far. */
export async function trackDownload<T>(work: (onBytes: (bytes: number) => void) => Promise<T>): Promise<T> {
  const own = { startedAt: performance.now(), bytes: 0 };
  latest = own;
  try {
    return await work((bytes) => (own.bytes = bytes));
  } finally {
    if (latest === own) latest = undefined;
  }
}

export interface ProgressWords {
  shown: string;
  /**
   * Text for screen readers. It changes only when the size has doubled, because screen readers would never stop
   * announcing a live region that changes every second.
   */
  spoken: string;
}

/** Returns the progress text of the latest download; undefined without one, and during its first 2 s. */
export function readDownloadProgress(): ProgressWords | undefined {
  if (!latest || performance.now() - latest.startedAt < SHOW_PROGRESS_AFTER_MS) return undefined;
  const { bytes } = latest;
  const say = (size: number) => `読み込んでいます… ${formatKilobytes(size)}`;
  return { shown: say(bytes), spoken: say(1024 * 2 ** Math.floor(Math.log2(Math.ceil(bytes / 1024)))) };
}

/** Returns the progress text of the latest download, updated every second. */
export function useDownloadProgress(): ProgressWords | undefined {
  const [words, setWords] = useState<ProgressWords>();
  useEffect(() => {
    const timer = setInterval(() => setWords(readDownloadProgress()), PROGRESS_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return words;
}
