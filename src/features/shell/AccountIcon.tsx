/** The account icon, used by the button that loads the menu and by the loaded menu. */
import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

import { useMe } from '@/queries/me';
import { firstLetters } from '@/ui/formats';

import classes from './AccountIcon.module.css';

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
      <span className={classes.avatar} translate="no" aria-hidden>
        {firstLetters(name, 1)}
      </span>
    </UnstyledButton>
  );
}
