/** The search dialog: finds courses, lessons and people by title or name, and lessons on the device by their full text. */
import { CloseButton } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, startTransition, useCallback, useEffect, useState } from 'react';

import { useReachability } from '@/queries/reachability';
import { IconSearch } from '@/ui/icons';
import { useBackCloses } from '@/ui/use-back-closes';

import { FIRST_RESULTS, type Found } from './find-on-device';
import { searchDialog, searchStore, useSearchKeys } from './search-keys';
import { SearchEmpty } from './SearchEmpty';
import { SearchResult } from './SearchResult';
import { useFound } from './use-found';

import classes from './SearchDialog.module.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/spotlight/styles.layer.css';

/** Pause after typing before all results are rendered (debounce). */
const DEVICE_SEARCH_DEBOUNCE_MS = 300;

/** Returns true once typing has paused; the returned function `rest` ends the wait for a pause at once. */
function useRest(query: string): { isRested: boolean; rest: () => void } {
  const [restedFor, setRestedFor] = useState('');
  const settle = useDebouncedCallback(
    (typed: string) => startTransition(() => setRestedFor(typed)),
    DEVICE_SEARCH_DEBOUNCE_MS,
  );
  useEffect(() => settle(query), [query, settle]);
  return { isRested: restedFor === query, rest: () => setRestedFor(query) };
}

export interface SearchDialogProps {
  /** A counter, increased by each request to open the dialog. */
  openCount: number;
  /** False once the user has cancelled opening the dialog, while it was loading. */
  isWanted: boolean;
  query: string;
  onQueryChange: (query: string) => void;
  /** Called when the dialog's field gets the focus. */
  onFocus: () => void;
  onClose: () => void;
}

export function SearchDialog({ openCount, isWanted, query, onQueryChange, onFocus, onClose }: SearchDialogProps) {
  const navigate = useNavigate();
  const { isRested, rest } = useRest(query);
  const state = useFound(query, openCount, isRested);
  const { found, isLoading, reading, isOlder } = state;
  // Renders fewer rows while the user types, because each rendered row listens to every key press.
  const shown = isRested ? found : found.slice(0, FIRST_RESULTS);
  const isReachable = useReachability();
  useEffect(() => {
    if (isWanted) searchDialog.open();
    else searchDialog.close();
  }, [openCount, isWanted]);
  useBackCloses(() => searchDialog.close(), isWanted);
  // Moving with the arrow keys renders all rows at once: otherwise the selection would wrap around after the first rows.
  const isAwaited = isOlder || (isLoading && found.length === 0);
  const { listRef, handleKey, showFirst } = useSearchKeys({ query, isAwaited, onMove: rest });

  const open = useCallback(
    ({ kind, id, find }: Found) => {
      if (kind === 'course') void navigate({ to: '/courses/$courseId', params: { courseId: id } });
      else if (kind === 'person') void navigate({ to: '/users/detail/$userId', params: { userId: id } });
      else
        void navigate({
          to: '/lessons/$lessonId',
          params: { lessonId: id },
          state: { find, foundAt: performance.now() },
        });
    },
    [navigate],
  );
  // Replaces Spotlight's own change handler, which would render the dialog four times per letter.
  const handleChange = (event: FormEvent<HTMLElement>) => {
    event.stopPropagation();
    if (event.target instanceof HTMLInputElement) onQueryChange(event.target.value);
    showFirst();
  };

  return (
    <Spotlight.Root
      store={searchStore}
      closeOnEscape={false}
      query={query}
      clearQueryOnClose={false}
      shortcut={null}
      scrollable
      maxHeight="70vh"
      // Spotlight would return the focus to the placeholder field that received the keys while the dialog loaded.
      returnFocus={false}
      onSpotlightClose={onClose}
      classNames={{ search: classes.search }}
      attributes={{ content: { 'aria-label': 'さがす' } }}
    >
      <div onChangeCapture={handleChange}>
        <Spotlight.Search
          onKeyDownCapture={handleKey}
          onFocus={onFocus}
          placeholder="さがす"
          aria-label="さがす"
          leftSection={<IconSearch size={20} aria-hidden />}
          rightSection={
            <CloseButton size={44} iconSize={20} aria-label="閉じる" onClick={() => searchDialog.close()} />
          }
          rightSectionWidth={52}
          rightSectionPointerEvents="all"
        />
      </div>
      <Spotlight.ActionsList ref={listRef}>
        {shown.map((entry) => (
          <SearchResult key={`${entry.kind}-${entry.id}`} found={entry} isReachable={isReachable} onOpen={open} />
        ))}
        {found.length === 0 && <SearchEmpty {...state} onLeave={() => searchDialog.close()} />}
      </Spotlight.ActionsList>
      {reading && (
        <Spotlight.Footer role="status">
          本文は、この端末の{reading.total}件中{reading.done}件からさがしています
        </Spotlight.Footer>
      )}
    </Spotlight.Root>
  );
}
