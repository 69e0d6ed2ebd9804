/** The bar below a table of people: actions on the selected people, and a notice of new passwords that were neither printed nor saved. */
import { Suspense, useState } from 'react';

import type { User } from '@/api/users';
import { noteNewPasswords, readNewPasswords } from '@/device/new-passwords';
import { useMe } from '@/queries/me';
import { lazyAsked } from '@/ui/lazy-asked';

import { PasswordNotice } from './PasswordNotice';
import type { Selection } from './use-selection';

const BulkActions = lazyAsked(() => import('./BulkActions').then((module) => module.BulkActions));

export function BulkBar({ selection: { people, replace } }: { selection: Selection }) {
  const { id: by } = useMe();
  const [lost, setLost] = useState(() => readNewPasswords(by));
  // The bar stays mounted after the first selection, because an open panel keeps its people even when another filter empties the selection.
  const [isUsed, setUsed] = useState(false);
  if (people.length > 0 && !isUsed) setUsed(true);
  const clear = () => replace([]);
  const select = (some: readonly User[]) => {
    setLost([]);
    replace(some);
  };
  const forget = () => {
    noteNewPasswords(by, []);
    setLost([]);
  };
  return (
    <>
      {lost.length > 0 && <PasswordNotice ids={lost} onSelect={select} onClose={forget} />}
      {isUsed && (
        <Suspense fallback={null}>
          <BulkActions
            people={people}
            onClear={clear}
            onPanelClosed={() => setLost(readNewPasswords(by))}
            onMissing={() => {
              setUsed(false);
              clear();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
