/**
 * Slips with new passwords, one for each person, which are on paper only: while they are mounted, the page prints
 * nothing else.
 */
import { useEffect } from 'react';
import { createPortal } from 'react-dom';

import classes from './PasswordSlips.module.css';

export interface Slip {
  person: { id: string; name?: string; username?: string };
  password: string;
}

export function PasswordSlips({ slips }: { slips: readonly Slip[] }) {
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.print = 'slips';
    return () => void delete dataset.print;
  }, []);
  return createPortal(
    <div className={classes.slips} translate="no">
      {slips.map(({ person: { id, name, username }, password }) => (
        <section key={id} className={classes.slip}>
          <p className={classes.name}>{name} さん</p>
          <dl className={classes.fields}>
            <dt>ログイン先</dt>
            <dd>{globalThis.location.origin}</dd>
            <dt>ユーザー名</dt>
            <dd>{username}</dd>
            <dt>パスワード</dt>
            <dd className={classes.password}>{password}</dd>
          </dl>
        </section>
      ))}
    </div>,
    document.body,
  );
}
