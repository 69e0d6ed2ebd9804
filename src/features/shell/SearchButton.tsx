/** The search button in the top bar, also opened by Ctrl/⌘+K; the dialog is loaded on first use. */
import { ActionIcon } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, startTransition, Suspense, useEffect, useRef, useState } from 'react';

import { browser } from '@/storage/browser';
import { ariaCommand, useCommandKey } from '@/ui/command-key';
import { focusOnMount } from '@/ui/form-focus';
import { IconSearch } from '@/ui/icons';
import { isOfInputMethod } from '@/ui/input-method';
import { lazyAsked } from '@/ui/lazy-asked';

import classes from './SearchButton.module.css';

const SearchDialog = lazyAsked(() => import('./search/SearchDialog').then((module) => module.SearchDialog));

/** Delay, in ms, before lessons are indexed for the search: by then the screen has usually loaded. */
const READ_IN_AFTER_MS = 9000;

/** Indexes the lessons on the device before the first search. Without a service worker the device holds no lessons. */
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

/** `coming`: the dialog is loading and an invisible field catches the keys, which also opens a phone's keyboard; `open`: the dialog has the focus. */
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
    // During a composition, Escape belongs to the input method.
    if (key === 'Escape' && !isOfInputMethod(nativeEvent)) close();
  };
  useCommandKey('k', open);
  return (
    <>
      <ActionIcon aria-label="さがす" aria-keyshortcuts={ariaCommand('K')} onClick={open} color="gray">
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
            // A dialog that was cancelled while loading takes the focus once more as it closes, so close it again.
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
