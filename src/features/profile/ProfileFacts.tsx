/** A person's data as a list: names, address, role, company, state and dates. */
import { Card } from '@mantine/core';
import type { ReactNode } from 'react';

import { nameOf, type User } from '@/api/users';
import { useNow } from '@/device/use-now';
import { useCapabilities } from '@/queries/capabilities';
import { roleName } from '@/study/role-names';
import { firstLetters, formatDay } from '@/ui/formats';
import { RelativeTime } from '@/ui/RelativeTime';

import classes from './ProfileFacts.module.css';

export interface ProfileFactsProps {
  user: User;
  /** The company's name, or a link to it. */
  company: ReactNode;
}

export function ProfileFacts({ user, company }: ProfileFactsProps) {
  const { hasNameKana } = useCapabilities();
  const nowMs = useNow();
  return (
    <Card component="section" aria-label="プロフィール" className={classes.card}>
      <span className={classes.initial} translate="no" aria-hidden>
        {firstLetters(nameOf(user), 1)}
      </span>
      <dl className={classes.facts}>
        <dt>氏名</dt>
        <dd translate="no">{nameOf(user)}</dd>
        {hasNameKana && user.nameKana && (
          <>
            <dt>フリガナ</dt>
            <dd translate="no">{user.nameKana}</dd>
          </>
        )}
        <dt>ユーザー名</dt>
        <dd translate="no">{user.username ?? '–'}</dd>
        <dt>メール</dt>
        <dd translate={user.email ? 'no' : undefined}>{user.email ?? '記録なし'}</dd>
        <dt>役割</dt>
        <dd>{roleName(user.role)}</dd>
        {company && (
          <>
            <dt>企業</dt>
            <dd>{company}</dd>
          </>
        )}
        {user.active === false && (
          <>
            <dt>アカウント</dt>
            <dd className={classes.suspended}>利用停止中</dd>
          </>
        )}
        <dt>最後の学習</dt>
        <dd>{user.lastStudiedAt ? <RelativeTime timestamp={user.lastStudiedAt} nowMs={nowMs} /> : '記録なし'}</dd>
        {user.createdAt && (
          <>
            <dt>登録日</dt>
            <dd>{formatDay(user.createdAt)}</dd>
          </>
        )}
      </dl>
    </Card>
  );
}
