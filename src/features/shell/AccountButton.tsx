/** The account icon; its menu is loaded when it is first wanted, and takes its place when it is there. */
import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import { type ComponentPropsWithRef, lazy, startTransition, Suspense, useState } from 'react';

import { useMe } from '@/queries/me';

import classes from './AccountButton.module.css';

type AccountIconProps = UnstyledButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof UnstyledButtonProps>;

/** The round button with the first letter of the user's name. */
export function AccountIcon({ className = '', ...props }: AccountIconProps) {
  const { name } = useMe();
  return (
    <UnstyledButton
      className={`${classes.button} ${className}`}
      aria-label={`アカウント（${name}）`}
      aria-haspopup="menu"
      {...props}
    >
      <span className={classes.avatar} aria-hidden>
        {name.slice(0, 1)}
      </span>
    </UnstyledButton>
  );
}

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
