/**
 * Home's cards for editing roles: learners who are behind (for STAFF only those of their own company), and for teachers
 * and admins also the courses edited last.
 */
import { Button, Card, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { Course } from '@/api/courses';
import type { PersonWithShares } from '@/api/people-lists';
import { type CurrentUser, nameOf, type User } from '@/api/users';
import { assignmentQueries } from '@/queries/people/assignments';
import { type CompanyGlance, companyGlanceQueries } from '@/queries/people/company-glance';
import { latePeopleQuery } from '@/queries/people/late-people';
import { now } from '@/storage/now';
import { behindReason } from '@/study/people/behind-reason';
import { Meter } from '@/ui/charts/Meter';
import { formatPercent } from '@/ui/formats';
import { LinkButton } from '@/ui/LinkButton';

import '@mantine/core/styles/Skeleton.layer.css';
import { RelativeTime } from '@/ui/RelativeTime';

import editClasses from './CareCard.module.css';
import classes from './CompanyGlanceCard.module.css';

interface LateListProps<Person extends User> {
  people: readonly Person[];
  reasonOf: (person: Person) => string;
  /** A link to further people who are behind but not listed by name. */
  more?: ReactNode;
}

/** A list of people who are behind, each with the reason in words. */
function LateList<Person extends User>({ people, reasonOf, more }: LateListProps<Person>) {
  if (people.length === 0) return null;
  return (
    <ul className="plain-list divided" aria-label="遅れている人">
      {people.map((person) => (
        <li key={person.id}>
          <Link
            to="/users/detail/$userId"
            params={{ userId: person.id }}
            className={`${classes.person} hover-tint grid rounded-sm c-inherit leading-150 undecorated`}
          >
            <span className="semibold" translate="no">
              {nameOf(person)}
            </span>
            <span className={classes.facts}>{reasonOf(person)}</span>
          </Link>
        </li>
      ))}
      {more && <li>{more}</li>}
    </ul>
  );
}

export interface CareCardProps {
  me: CurrentUser;
  courses: readonly Course[];
}

const MAX_SHOWN = 4;

function EditRow({ course: { id, title, status, updatedAt } }: { course: Course }) {
  return (
    <li className={editClasses.row}>
      <div className="min-w-0">
        <Link
          to="/courses/$courseId"
          params={{ courseId: id }}
          className={`${editClasses.title} inline-block c-inherit semibold undecorated`}
        >
          {title}
        </Link>
        <Text size="sm" c="dimmed">
          {status === 'draft' && <span className={`${editClasses.draft} pill tone-wait`}>下書き</span>}
          {updatedAt && <RelativeTime timestamp={updatedAt} nowMs={now()} />}
        </Text>
      </div>
      <LinkButton
        to="/courses/edit/$courseId"
        params={{ courseId: id }}
        variant="light"
        size="sm"
        aria-label={`「${title}」を編集`}
      >
        編集
      </LinkButton>
    </li>
  );
}

/** Home's card for teachers and admins: links to the courses edited last. */
function RecentEditsCard({ courses }: { courses: readonly Course[] }) {
  const editedAt = ({ updatedAt }: Course) => Date.parse(updatedAt ?? '');
  const latest = courses
    .filter(({ updatedAt }) => updatedAt !== undefined)
    .sort((a, b) => editedAt(b) - editedAt(a))
    .slice(0, MAX_SHOWN);
  if (latest.length === 0 && courses.length > 0) return null;
  return (
    <Card component="section" aria-labelledby="recent-edits" className="grid gap-4">
      <div className={editClasses.head}>
        <h2 id="recent-edits" className="m-0 text-xl">
          最近の編集
        </h2>
        <LinkButton to="/courses" variant="subtle" size="sm">
          コース管理
        </LinkButton>
      </div>
      {latest.length === 0 ? (
        <Text size="sm" c="dimmed">
          コースを追加すると、ここに並びます。
        </Text>
      ) : (
        <ul className={`${editClasses.list} plain-list grid`}>
          {latest.map((course) => (
            <EditRow key={course.id} course={course} />
          ))}
        </ul>
      )}
    </Card>
  );
}

export function CareCard({ me, courses }: CareCardProps) {
  if (me.role === 'STAFF' && me.companyId) return <CompanyGlanceCard companyId={me.companyId} courses={courses} />;
  return (
    <>
      {me.role !== 'STAFF' && <LatePeopleCard courses={courses} />}
      <RecentEditsCard courses={courses} />
    </>
  );
}

/** Home's first card for teachers and admins: who is behind, and in which courses. */
function LatePeopleCard({ courses }: { courses: readonly Course[] }) {
  const { data: late } = useQuery(latePeopleQuery());
  const { data: assignments = [] } = useQuery(assignmentQueries.all());
  const titleOf = (courseId: string) => courses.find(({ id }) => id === courseId)?.title;
  if (late === null) return null;
  const { people = [], total = 0 } = late ?? {};
  return (
    <Card component="section" aria-labelledby="late-people" className="grid gap-8">
      <div className="row justify-between gap-12">
        <h2 id="late-people" className="m-0 text-xl">
          遅れている人{late ? ` ${late.total}名` : ''}
        </h2>
        <LinkButton to="/companies" variant="subtle" size="sm">
          企業一覧
        </LinkButton>
      </div>
      {late?.total === 0 && (
        <Text size="sm" c="dimmed">
          遅れている人はいません。
        </Text>
      )}
      <LateList
        people={people}
        reasonOf={(person) => behindReason(person, assignments, titleOf, now())}
        more={
          total > people.length && (
            <LinkButton to="/companies" search={{ view: 'people', state: 'behind' }} variant="subtle" size="sm" px={8}>
              ほか{total - people.length}名
            </LinkButton>
          )
        }
      />
    </Card>
  );
}

/** The maximum number of learners listed by name; the company's screen lists all. */
const MAX_NAMED_LEARNERS = 3;

function Numbers({ glance: { learnerCount, meanPercent, behindCount } }: { glance: CompanyGlance }) {
  return (
    <dl className={`${classes.numbers} grid gap-16 content-start m-0`}>
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
      reasonOf={(person) => behindReason(person, assignments, titleOf, now())}
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

/** Home's card for STAFF: figures on the learners of the user's own company, and the names of those who are behind. */
function CompanyGlanceCard({ companyId, courses }: { companyId: string; courses: readonly Course[] }) {
  const asked = useQuery(companyGlanceQueries.glance(companyId));
  const glance = asked.data;
  return (
    <Card component="section" aria-labelledby="company-glance" className="grid gap-8">
      <div className="row justify-between gap-12">
        <h2 id="company-glance" className="m-0 text-xl">
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
