/** A person's data as a list: names, address, role, company, state and dates. */
import { Card } from '@mantine/core';
import type { ReactNode } from 'react';

import { nameOf, type User } from '@/api/users';
import { useNow } from '@/device/use-now';
import { useCapability } from '@/queries/capabilities';
import { isBegun } from '@/study/next-course';
import { roleName } from '@/study/people/role-names';
import type { OwnProgress } from '@/study/unconfirmed';
import { firstLetters, formatDay } from '@/ui/formats';
import { RelativeTime } from '@/ui/RelativeTime';

import classes from './ProfileFacts.module.css';

/** Returns a person's address; 「–」 where the server does not send it. */
export function emailWords({ email }: Pick<User, 'email'>): string {
  return email ?? (email === null ? '記録なし' : '–');
}

export interface ProfileFactsProps {
  user: User;
  /** The company's name, or a link to it. */
  company: ReactNode;
  /** Decides whether a missing time of the last study means that there is none. */
  progress: OwnProgress;
}

export function ProfileFacts({ user, company, progress }: ProfileFactsProps) {
  const hasNameKana = useCapability('name-kana');
  const nowMs = useNow();
  const none = progress.courses.every((course) => isBegun(course) === false) ? '記録なし' : '–';
  return (
    <Card component="section" aria-label="プロフィール" className="flex flex-row items-start gap-16">
      <span
        className={`${classes.initial} center flex-none round bg-tint edge c-primary bold`}
        translate="no"
        aria-hidden
      >
        {firstLetters(nameOf(user), 1)}
      </span>
      <dl className={`${classes.facts} grid flex-1 min-w-0 m-0`}>
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
        <dd translate={user.email ? 'no' : undefined}>{emailWords(user)}</dd>
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
            <dd className="c-bad semibold">利用停止中</dd>
          </>
        )}
        <dt>最後の学習</dt>
        <dd>{user.lastStudiedAt ? <RelativeTime timestamp={user.lastStudiedAt} nowMs={nowMs} /> : none}</dd>
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
