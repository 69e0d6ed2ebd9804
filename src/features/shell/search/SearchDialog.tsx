/**
 * The search dialog: finds courses, lessons and people by title or name, and lessons on the device by their full text.
 */
import { CloseButton } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  type FormEvent,
  type KeyboardEvent,
  memo,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import IconBook2 from '~icons/book-2';
import IconFileText from '~icons/file-text';
import IconSearch from '~icons/search';
import IconUser from '~icons/user';

import { canSavePacks, usePacks } from '@/device/packs/packs';
import { courseQueries } from '@/queries/curriculum/courses';
import { useReachability } from '@/queries/reachability';
import type { PassagePart } from '@/study/search/search-passages';
import { describeScope } from '@/study/search/search-scope';
import { isOfInputMethod } from '@/ui/keys/input-method';
import { useBackCloses } from '@/ui/keys/use-back-closes';
import { LinkButton } from '@/ui/LinkButton';

import { FIRST_RESULTS, type Found } from './find-on-device';
import { useFindsPeople } from './use-asked';
import { type FoundState, useFound } from './use-found';

import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/spotlight/styles.layer.css';
import classes from './SearchDialog.module.css';

/**
 * Keyboard control of the search: arrow keys select a result, Enter opens it; keys of an input method's composition are
 * ignored.
 */
const [searchStore, searchDialog] = createSpotlight();

export { searchStore };

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

interface SearchKeysOptions {
  query: string;
  /** True until the results for the query are rendered: the list is empty or shows those of an earlier query. */
  isAwaited: boolean;
  /** Called when an arrow key moves the selection among the results. */
  onMove: () => void;
}

interface SearchKeys {
  /** The list of rows. */
  listRef: RefObject<HTMLDivElement | null>;
  /** Handles each key in the search field before Spotlight does. */
  handleKey: (event: KeyboardEvent) => void;
  /** Scrolls back to the first row before new results are rendered, which avoids a forced layout. */
  showFirst: () => void;
}

function useSearchKeys({ query, isAwaited, onMove }: SearchKeysOptions): SearchKeys {
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
  // Moving with the arrow keys renders all rows at once: otherwise the selection would wrap around after the first
  // rows.
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

/** One search result: its title, its place, and the passage around the match. */
const icons = { course: IconBook2, lesson: IconFileText, person: IconUser };

function Parts({ parts }: { parts: readonly PassagePart[] }) {
  return parts.map(({ text, isFound }, index) =>
    isFound ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
}

/**
 * Returns where the result is: course and heading, and if it is on the device. If it is not, that is said only when
 * offline.
 */
function placeOf({ kind, role, courseTitle, heading, isOnDevice }: Found, isReachable: boolean): string {
  if (kind === 'person') return role ?? '';
  if (kind === 'course') return 'コース';
  const device = isOnDevice ? '端末にあります' : isReachable ? undefined : '端末にありません';
  return [courseTitle, heading, device].filter(Boolean).join(' ・ ');
}

interface SearchResultProps {
  found: Found;
  isReachable: boolean;
  onOpen: (found: Found) => void;
}

/** Memoized: rendering thirty unchanged rows at each key press would delay the key. */
const SearchResult = memo(function SearchResult({ found, isReachable, onOpen }: SearchResultProps) {
  const Icon = icons[found.kind];
  return (
    <Spotlight.Action className={classes.result} onClick={() => onOpen(found)}>
      <Icon size={20} aria-hidden />
      <span className={`${classes.words} grid gap-2 min-w-0 leading-150 break-anywhere`}>
        <span className="semibold" translate={found.kind === 'person' ? 'no' : undefined}>
          <Parts parts={found.title} />
        </span>
        {found.passage && (
          <span className={classes.passage}>
            <Parts parts={found.passage} />
          </span>
        )}
        <span className={classes.place}>{placeOf(found, isReachable)}</span>
      </span>
    </Spotlight.Action>
  );
});

// Shown when a search has no hits: says which content was searched, and offers courses to save on the device.

/** The maximum number of courses offered; the course list has all. */
const MAX_OFFERS = 3;

/** Links to the courses that are not on the device, where they can be saved. */
function CourseOffers({ onLeave }: { onLeave: () => void }) {
  const { data: courses = [] } = useQuery(courseQueries.list());
  const packs = usePacks();
  if (!canSavePacks() || !packs) return null;
  const saved = new Set(packs.flatMap(({ courseId, status }) => (status === 'saved' ? [courseId] : [])));
  const unsaved = courses.filter(({ id, status }) => status !== 'draft' && !saved.has(id));
  if (unsaved.length === 0) return null;
  return (
    <div className="grid gap-8 justify-items-start">
      <p>コースを端末に保存すると、その本文もさがせます。</p>
      {unsaved.slice(0, MAX_OFFERS).map(({ id, title }) => (
        <LinkButton
          key={id}
          to="/courses/$courseId"
          params={{ courseId: id }}
          hash="pack"
          variant="default"
          onClick={onLeave}
        >
          <span>「{title}」をこの端末に保存</span>
        </LinkButton>
      ))}
      {unsaved.length > MAX_OFFERS && (
        <LinkButton to="/courses" variant="subtle" onClick={onLeave}>
          ほかのコース
        </LinkButton>
      )}
    </div>
  );
}

interface SearchEmptyProps extends Pick<FoundState, 'isLoading' | 'isDeviceOnly' | 'hasTexts' | 'reading'> {
  /** Called when a link is followed. */
  onLeave: () => void;
}

function SearchEmpty({ isLoading, isDeviceOnly, hasTexts, reading, onLeave }: SearchEmptyProps) {
  const findsPeople = useFindsPeople();
  const isServerAsked = useReachability() && !isDeviceOnly;
  // No advice on the searched scope while texts are still being read: the footer then says how many lessons were
  // searched.
  const isDone = !isLoading && !reading;
  return (
    <Spotlight.Empty className={classes.empty}>
      <div role="status">
        <p className={classes.none}>{isLoading ? '読み込んでいます' : '見つかりませんでした'}</p>
        {isDone && <p>{describeScope({ isServerAsked, hasTexts, findsPeople })}</p>}
      </div>
      {isDone && isServerAsked && <CourseOffers onLeave={onLeave} />}
      {isDone && !isServerAsked && canSavePacks() && (
        <p>つながったときにコースを端末に保存しておくと、電波がなくても本文をさがせます。</p>
      )}
    </Spotlight.Empty>
  );
}
