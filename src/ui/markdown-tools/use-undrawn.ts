/** Checks a text for its author: source that learners would see raw, dead links, and how formulas are read aloud. */
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';

import { loadCode } from '@/lib/load-code';

import type { Undrawn } from './find-undrawn';

const CHECK_DEBOUNCE_MS = 500;

const nothing: Undrawn = {
  formulas: [],
  faulty: [],
  parts: [],
  longRows: [],
  raw: [],
  addresses: [],
  links: [],
  pictures: [],
  spoken: [],
};

/** Debounced. */
export function useUndrawn(text: string): Undrawn {
  const [rested] = useDebouncedValue(text, CHECK_DEBOUNCE_MS);
  const [undrawn, setUndrawn] = useState(nothing);
  useEffect(() => {
    const controller = new AbortController();
    // Offline the code or the formula typesetter may not load: the result is then unknown.
    const look = async () => {
      const { findUndrawn } = await loadCode(() => import('./find-undrawn'));
      return findUndrawn(rested, controller.signal);
    };
    look().then(
      (found) => !controller.signal.aborted && setUndrawn(found),
      () => undefined,
    );
    return () => controller.abort();
  }, [rested]);
  return undrawn;
}
