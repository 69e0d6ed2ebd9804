/** Reads a lesson's table of contents, again once the extended syntax of its text is loaded. */
import { useEffect, useMemo, useState } from 'react';

import { extrasOf, fetchExtras } from './markdown-extras';
import { type OutlineHeading, readOutline } from './markdown-outline';

export function useOutline(text: string): readonly OutlineHeading[] {
  const [, setLoaded] = useState(false);
  useEffect(() => {
    void fetchExtras(text)?.then(() => setLoaded(true));
  }, [text]);
  const extras = extrasOf(text);
  return useMemo(() => readOutline(text, extras), [text, extras]);
}
