/** The search in the top bar, also on Ctrl/⌘+K; what it needs is loaded on first use. */
import { ActionIcon } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, startTransition, Suspense, useEffect, useRef, useState } from 'react';

import { browser } from '@/storage/browser';
import { focusOnMount } from '@/ui/form-focus';
import { IconSearch } from '@/ui/icons';
import { isOfInputMethod } from '@/ui/input-method';
import { lazyAsked } from '@/ui/lazy-asked';

import classes from './SearchButton.module.css';

const SearchDialog = lazyAsked(() => import('./search/SearchDialog').then((module) => module.SearchDialog));

/** What a learner waits for has come by then. */
const READ_IN_AFTER_MS = 9000;

/** Has lessons on the device read in before anybody searches; without a worker there are none. */
function useReadingIn(): void {
  const client = useQueryClient();
  useEffect(() => {
    const timer = setTimeout(() => {
      if (browser.navigator?.serviceWorker?.controller)
        import('./search/read-in-when-idle').then(
          (module) => module.readInWhenIdle(client),
          () => undefined,
        );
    }, READ_IN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [client]);
}

/** Whether the search is closed, on its way with its keys caught here (on a phone with the keyboard on the screen), or has the keys itself. */
type Stage = 'closed' | 'coming' | 'open';

export function SearchButton() {
  useReadingIn();
  const [stage, setStage] = useState<Stage>('closed');
  const [openCount, setOpenCount] = useState(0);
  const [query, setQuery] = useState('');
  const opener = useRef<Element>(null);
  const open = () => {
    if (stage !== 'closed') return;
    opener.current = document.activeElement;
    setQuery('');
    setStage('coming');
    startTransition(() => setOpenCount((count) => count + 1));
  };
  const close = () => {
    setStage('closed');
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  };
  const handleKey = ({ key, nativeEvent }: KeyboardEvent) => {
    // An Escape that takes back a composition is the input method's.
    if (key === 'Escape' && !isOfInputMethod(nativeEvent)) close();
  };
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <ActionIcon aria-label="コースとレッスンをさがす" aria-keyshortcuts="Control+K" onClick={open} color="gray">
        <IconSearch size={21} aria-hidden />
      </ActionIcon>
      {stage === 'coming' && (
        <input
          ref={focusOnMount}
          className={classes.ahead}
          aria-label="さがす言葉"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={handleKey}
        />
      )}
      <Suspense>
        {openCount > 0 && (
          <SearchDialog
            openCount={openCount}
            isWanted={stage !== 'closed'}
            query={query}
            onQueryChange={setQuery}
            // One that was called off takes the focus once more as it goes.
            onFocus={() => (stage === 'closed' ? close() : setStage('open'))}
            onClose={close}
            onMissing={() => {
              close();
              setOpenCount(0);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
