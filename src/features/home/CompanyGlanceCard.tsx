/** Home's card for STAFF: the figures of the own company's learners, and the names of those who are behind. */
import { Button, Card, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import type { User } from '@/api/users';
import { type CompanyGlance, companyGlanceQueries } from '@/queries/company-glance';
import { now } from '@/storage/now';
import { Meter } from '@/ui/charts/Meter';
import { LinkButton } from '@/ui/LinkButton';
import { RelativeTime } from '@/ui/RelativeTime';

import classes from './CompanyGlanceCard.module.css';
import '@mantine/core/styles/Skeleton.layer.css';

/** The most learners listed by name; the company's screen lists all. */
const MAX_NAMED_LEARNERS = 3;

function Numbers({ glance: { learnerCount, meanPercent, behindCount } }: { glance: CompanyGlance }) {
  return (
    <dl className={classes.numbers}>
      <div>
        <dt>受講者</dt>
        <dd>{learnerCount}名</dd>
      </div>
      <div>
        <dt>平均の進み</dt>
        <dd>
          {meanPercent}%
          <Meter label="平均の進み" done={meanPercent} all={100} />
        </dd>
      </div>
      <div>
        <dt>遅れている人</dt>
        <dd data-tone={behindCount > 0 ? 'bad' : 'ok'}>{behindCount}名</dd>
      </div>
    </dl>
  );
}

function BehindRow({ user }: { user: User }) {
  const { id, name, progress, lastStudiedAt } = user;
  return (
    <li>
      <Link to="/users/detail/$userId" params={{ userId: id }} className={classes.person}>
        <span className={classes.name} translate="no">
          {name}
        </span>
        <span className={classes.facts}>
          {progress?.readLessonCount ?? 0} / {progress?.lessonCount ?? 0} レッスン ・ 最終{' '}
          {lastStudiedAt ? <RelativeTime timestamp={lastStudiedAt} nowMs={now()} /> : 'なし'}
        </span>
      </Link>
    </li>
  );
}

function Behind({ people }: { people: readonly User[] }) {
  if (people.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        遅れている人はいません。
      </Text>
    );
  }
  return (
    <div>
      <Text size="sm" c="dimmed">
        遅れ：未読があり、14日以上学習していない人
      </Text>
      <ul className={classes.people} aria-label="遅れている人">
        {people.slice(0, MAX_NAMED_LEARNERS).map((user) => (
          <BehindRow key={user.id} user={user} />
        ))}
      </ul>
    </div>
  );
}

export function CompanyGlanceCard({ companyId }: { companyId: string }) {
  const asked = useQuery(companyGlanceQueries.glance(companyId));
  const glance = asked.data;
  return (
    <Card component="section" aria-labelledby="company-glance" className={classes.card}>
      <div className={classes.head}>
        <h2 id="company-glance" className={classes.heading}>
          受講者のようす
        </h2>
        <LinkButton to="/companies/$companyId" params={{ companyId }} variant="subtle" size="sm">
          全員を見る
        </LinkButton>
      </div>
      <div className={classes.place}>
        {glance && (
          <>
            <Numbers glance={glance} />
            <Behind people={glance.behind} />
          </>
        )}
        {asked.isPending && <Skeleton height={220} aria-label="読み込んでいます" role="status" />}
        {asked.isError && !glance && (
          <div className={classes.failed} role="alert">
            <Text>受講者のようすを読み込めませんでした。通信できるときに、もう一度お試しください。</Text>
            <Button variant="default" onClick={() => void asked.refetch()}>
              もう一度
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
