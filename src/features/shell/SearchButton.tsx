/** The search in the top bar, also on Ctrl/⌘+K; what it needs is loaded on first use. */
import { ActionIcon } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, startTransition, Suspense, useState } from 'react';

import { IconSearch } from '@/ui/icons';

const SearchDialog = lazy(() =>
  import('./SearchDialog').then(({ SearchDialog: component }) => ({ default: component })),
);

export function SearchButton() {
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
