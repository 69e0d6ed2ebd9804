/** Scrolls to the heading named by the URL's hash once it is drawn; the browser itself tries only once, too early. */
import { useEffect, useLayoutEffect, useRef } from 'react';

import { findPlace } from '@/ui/find-place';

const currentHash = () => window.location.hash.slice(1);

/** Scrolls to the hash's heading after each drawn part. @param drawn changes with each part. */
export function useFollowHash(drawn: unknown): void {
  const missing = useRef<string>(undefined);
  useLayoutEffect(() => {
    const hash = currentHash();
    const place = findPlace(hash);
    if (missing.current === hash) place?.scrollIntoView();
    missing.current = place ? undefined : hash;
  }, [drawn]);
  useEffect(() => {
    const look = () => {
      missing.current = findPlace(currentHash()) ? undefined : currentHash();
    };
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, []);
}
