/** A text that is long on its way: what the screen that waits for it says. */
import { useEffect, useState } from 'react';

/** A text that has not come whole after this time says how far it is, in ms. */
const SLOW_AFTER_MS = 2000;

let newest: { startedAt: number; bytes: number } | undefined;

/** Notes how much has come. @param work is given what to call with the bytes so far. */
export async function noteArrival<T>(work: (onBytes: (bytes: number) => void) => Promise<T>): Promise<T> {
  const own = { startedAt: performance.now(), bytes: 0 };
  newest = own;
  try {
    return await work((bytes) => (own.bytes = bytes));
  } finally {
    if (newest === own) newest = undefined;
  }
}

export interface SlowWords {
  shown: string;
  /** Changes when the number has doubled: read out every second, it would talk without end. */
  spoken: string;
}

/** How far the text is that has been on its way for 2 s or longer; undefined where there is none. */
export function readSlowWords(): SlowWords | undefined {
  if (!newest || performance.now() - newest.startedAt < SLOW_AFTER_MS) return undefined;
  // As formatBytes says it, which the first load does not have.
  const kilobytes = Math.ceil(newest.bytes / 1024);
  const say = (count: number) => `読み込んでいます… ${count} kB`;
  return { shown: say(kilobytes), spoken: say(2 ** Math.floor(Math.log2(kilobytes))) };
}

/** The same, looked at every second. */
export function useSlowWords(): SlowWords | undefined {
  const [words, setWords] = useState<SlowWords>();
  useEffect(() => {
    const timer = setInterval(() => setWords(readSlowWords()), 1000);
    return () => clearInterval(timer);
  }, []);
  return words;
}
