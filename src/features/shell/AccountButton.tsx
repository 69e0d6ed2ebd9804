/** The account button: its menu is loaded when it is first wanted, and takes its place when it is there. */
import { startTransition, Suspense, useState } from 'react';

import { lazyAsked } from '@/ui/lazy-asked';

import { AccountIcon } from './AccountIcon';

const loadMenu = () => import('./AccountMenu');
const AccountMenu = lazyAsked(() => loadMenu().then((module) => module.AccountMenu));
/** What cannot be had is missed when the menu is wanted. */
const loadAhead = () => void loadMenu().catch(() => undefined);

export function AccountButton() {
  const [isWanted, setWanted] = useState(false);
  return (
    <Suspense>
      {isWanted ? (
        <AccountMenu onMissing={() => setWanted(false)} />
      ) : (
        <AccountIcon
          aria-expanded={false}
          onClick={() => startTransition(() => setWanted(true))}
          onPointerEnter={loadAhead}
          onFocus={loadAhead}
        />
      )}
    </Suspense>
  );
}
