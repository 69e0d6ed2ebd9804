/** Home's card for STAFF: figures on the learners of the user's own company, and the names of those who are behind. */
import { Button, Card, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { Course } from '@/api/courses';
import type { PersonWithShares } from '@/api/people-lists';
import { assignmentQueries } from '@/queries/assignments';
import { type CompanyGlance, companyGlanceQueries } from '@/queries/company-glance';
import { now } from '@/storage/now';
import { lateReason } from '@/study/late-reason';
import { Meter } from '@/ui/charts/Meter';
import { formatPercent } from '@/ui/formats';
import { LinkButton } from '@/ui/LinkButton';

import { LateList } from './LateList';

import classes from './CompanyGlanceCard.module.css';
import '@mantine/core/styles/Skeleton.layer.css';

/** The maximum number of learners listed by name; the company's screen lists all. */
const MAX_NAMED_LEARNERS = 3;

function Numbers({ glance: { learnerCount, meanPercent, behindCount } }: { glance: CompanyGlance }) {
  return (
    <dl className={classes.numbers}>
      <div>
        <dt>受講者</dt>
        <dd>{learnerCount}名</dd>
      </div>
      <div>
        <dt>平均進捗率</dt>
        <dd>
          {formatPercent(meanPercent, 100)}
          <Meter label="平均進捗率" done={meanPercent} all={100} />
        </dd>
      </div>
      <div>
        <dt>遅れている人</dt>
        <dd data-tone={behindCount === undefined ? undefined : behindCount > 0 ? 'bad' : 'ok'}>
          {behindCount === undefined ? '–' : `${behindCount}名`}
        </dd>
      </div>
    </dl>
  );
}

interface BehindProps {
  companyId: string;
  people: readonly PersonWithShares[];
  /** Number of all learners who are behind. */
  total: number;
  courses: readonly Course[];
}

function Behind({ companyId, people, total, courses }: BehindProps) {
  const { data: assignments = [] } = useQuery(assignmentQueries.all());
  const titleOf = (courseId: string) => courses.find(({ id }) => id === courseId)?.title;
  if (people.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        遅れている人はいません。
      </Text>
    );
  }
  const named = people.slice(0, MAX_NAMED_LEARNERS);
  return (
    <LateList
      people={named}
      reasonOf={(person) => lateReason(person, assignments, titleOf, now())}
      more={
        total > named.length && (
          <LinkButton
            to="/companies/$companyId"
            params={{ companyId }}
            search={{ state: 'behind' }}
            variant="subtle"
            size="sm"
            px={8}
          >
            ほか{total - named.length}名
          </LinkButton>
        )
      }
    />
  );
}

export function CompanyGlanceCard({ companyId, courses }: { companyId: string; courses: readonly Course[] }) {
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
            {glance.behindCount !== undefined && (
              <Behind companyId={companyId} people={glance.behind} total={glance.behindCount} courses={courses} />
            )}
          </>
        )}
        {asked.isPending && <Skeleton height={225} aria-label="読み込んでいます" role="status" />}
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
