/** The account button: its menu is loaded when it is first wanted, and takes its place when it is there. */
import { lazy, startTransition, Suspense, useState } from 'react';

import { AccountIcon } from './AccountIcon';

const loadMenu = () => import('./AccountMenu');
const AccountMenu = lazy(() => loadMenu().then(({ AccountMenu: component }) => ({ default: component })));

export function AccountButton() {
  const [isWanted, setWanted] = useState(false);
  return (
    <Suspense>
      {isWanted ? (
        <AccountMenu />
      ) : (
        <AccountIcon
          aria-expanded={false}
          onClick={() => startTransition(() => setWanted(true))}
          onPointerEnter={() => void loadMenu()}
          onFocus={() => void loadMenu()}
        />
      )}
    </Suspense>
  );
}
