/** The keys of the search: which result is chosen, what Enter opens, and what the keys of an input method leave alone. */
import { createSpotlight } from '@mantine/spotlight';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

import { isOfInputMethod } from '@/ui/input-method';

export const [searchStore, searchDialog] = createSpotlight();

/** Closes at Escape, unless that takes back a composition. */
function useEscape(): void {
  useEffect(() => {
    const close = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !isOfInputMethod(event)) searchDialog.close();
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, []);
}

/** Chooses the first row, or once somebody has gone through them the same as before, wherever it stands now. */
function chooseRow(list: HTMLElement | null, hasMoved: boolean): HTMLElement | undefined {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-action]') ?? [])];
  const before = hasMoved ? rows.findIndex((row) => row.hasAttribute('data-selected')) : 0;
  const at = Math.min(Math.max(0, before), rows.length - 1);
  for (const [index, row] of rows.entries()) row.toggleAttribute('data-selected', index === at);
  // The arrow keys go on from there.
  if (searchStore.getState().selected !== at) searchStore.updateState((state) => ({ ...state, selected: at }));
  return rows[at];
}

export interface SearchKeysOptions {
  query: string;
  /** What is found for the query does not stand yet: rows of an earlier one do, or none. */
  isAwaited: boolean;
  /** Called when somebody goes through the rows. */
  onMove: () => void;
}

export interface SearchKeys {
  /** Of the rows. */
  listRef: RefObject<HTMLDivElement | null>;
  /** Has each key of the field first. */
  handleKey: (event: KeyboardEvent) => void;
  /** Goes back to the first row, before other ones stand there: then nothing has to be laid out for it. */
  showFirst: () => void;
}

export function useSearchKeys({ query, isAwaited, onMove }: SearchKeysOptions): SearchKeys {
  const listRef = useRef<HTMLDivElement>(null);
  const movedForRef = useRef('');
  const enteredForRef = useRef<string>(undefined);
  useEscape();
  useEffect(() => {
    if (enteredForRef.current !== query) enteredForRef.current = undefined;
    if (query === '' || isAwaited) return;
    const row = chooseRow(listRef.current, movedForRef.current === query);
    if (enteredForRef.current !== undefined && searchStore.getState().opened) row?.click();
    enteredForRef.current = undefined;
  });
  const handleKey = (event: KeyboardEvent) => {
    if (isOfInputMethod(event.nativeEvent)) event.stopPropagation();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      movedForRef.current = query;
      onMove();
    } else if (event.key === 'Enter') {
      // Spotlight goes by the key's place, which keys on a screen have not.
      event.preventDefault();
      event.stopPropagation();
      // Opens what is found for this query, once it stands.
      if (isAwaited) enteredForRef.current = query;
      else listRef.current?.querySelector<HTMLElement>('[data-selected]')?.click();
    }
  };
  const showFirst = () => listRef.current?.querySelector('[data-action]')?.scrollIntoView({ block: 'nearest' });
  return { listRef, handleKey, showFirst };
}
