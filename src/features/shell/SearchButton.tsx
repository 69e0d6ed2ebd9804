/** The search in the top bar, also on Ctrl/⌘+K; what it needs is loaded on first use. */
import { ActionIcon } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, startTransition, Suspense, useEffect, useState } from 'react';

import { browser } from '@/storage/browser';
import { IconSearch } from '@/ui/icons';

const SearchDialog = lazy(() =>
  import('./search/SearchDialog').then(({ SearchDialog: component }) => ({ default: component })),
);

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

export function SearchButton() {
  useReadingIn();
  const [openCount, setOpenCount] = useState(0);
  const open = () => startTransition(() => setOpenCount((count) => count + 1));
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <ActionIcon aria-label="コースとレッスンをさがす" aria-keyshortcuts="Control+K" onClick={open} color="gray">
        <IconSearch size={21} aria-hidden />
      </ActionIcon>
      <Suspense>{openCount > 0 && <SearchDialog openCount={openCount} />}</Suspense>
    </>
  );
}
