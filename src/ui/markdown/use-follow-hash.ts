/** Goes to the heading that the address names once it is drawn; the browser looks for it only once, too early. */
import { useEffect, useLayoutEffect, useRef } from 'react';

function findTarget(): { id: string; target: HTMLElement | null } {
  const id = window.location.hash.slice(1);
  try {
    const name = decodeURIComponent(id);
    // A link from another lesson knows the heading by its words.
    return { id, target: document.getElementById(name) ?? document.getElementById(`h-${name}`) };
  } catch {
    return { id, target: null };
  }
}

/** @param drawn another value with each part that is drawn */
export function useFollowHash(drawn: unknown): void {
  const missing = useRef<string>(undefined);
  useLayoutEffect(() => {
    const { id, target } = findTarget();
    if (target && missing.current === id) target.scrollIntoView();
    missing.current = target ? undefined : id;
  }, [drawn]);
  useEffect(() => {
    const look = () => {
      const { id, target } = findTarget();
      missing.current = target ? undefined : id;
    };
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, []);
}
