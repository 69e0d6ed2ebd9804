/**
 * Keyboard control of the search: arrow keys select a result, Enter opens it; keys of an input method's composition are
 * ignored.
 */
import { createSpotlight } from '@mantine/spotlight';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

import { isOfInputMethod } from '@/ui/keys/input-method';

export const [searchStore, searchDialog] = createSpotlight();

/** Closes the dialog on Escape, unless that key cancels a composition. */
function useEscape(): void {
  useEffect(() => {
    const close = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !isOfInputMethod(event)) searchDialog.close();
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, []);
}

/** Selects the first row; if the user has moved with the arrow keys, keeps the selected row, at its new index. */
function chooseRow(list: HTMLElement | null, hasMoved: boolean): HTMLElement | undefined {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-action]') ?? [])];
  const before = hasMoved ? rows.findIndex((row) => row.hasAttribute('data-selected')) : 0;
  const at = Math.min(Math.max(0, before), rows.length - 1);
  for (const [index, row] of rows.entries()) row.toggleAttribute('data-selected', index === at);
  // Tell Spotlight the index, because its arrow keys continue from there.
  if (searchStore.getState().selected !== at) searchStore.updateState((state) => ({ ...state, selected: at }));
  return rows[at];
}

export interface SearchKeysOptions {
  query: string;
  /** True until the results for the query are rendered: the list is empty or shows those of an earlier query. */
  isAwaited: boolean;
  /** Called when an arrow key moves the selection among the results. */
  onMove: () => void;
}

export interface SearchKeys {
  /** The list of rows. */
  listRef: RefObject<HTMLDivElement | null>;
  /** Handles each key in the search field before Spotlight does. */
  handleKey: (event: KeyboardEvent) => void;
  /** Scrolls back to the first row before new results are rendered, which avoids a forced layout. */
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
      // Handle Enter here: Spotlight reads `event.code`, which on-screen keyboards leave empty.
      event.preventDefault();
      event.stopPropagation();
      // Opens the first result as soon as the results for this query are rendered.
      if (isAwaited) enteredForRef.current = query;
      else listRef.current?.querySelector<HTMLElement>('[data-selected]')?.click();
    }
  };
  const showFirst = () => listRef.current?.querySelector('[data-action]')?.scrollIntoView({ block: 'nearest' });
  return { listRef, handleKey, showFirst };
}
