/** The account button. Its menu is loaded on first use and then replaces the button. */
import { startTransition, Suspense, useState } from 'react';

import { lazyAsked } from '@/ui/lazy-asked';

import { AccountIcon } from './AccountIcon';

const loadMenu = () => import('./AccountMenu');
const AccountMenu = lazyAsked(() => loadMenu().then((module) => module.AccountMenu));
/** Preloads the menu; a failure is ignored here and reported when the menu is opened. */
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
