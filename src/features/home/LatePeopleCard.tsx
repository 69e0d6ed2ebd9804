/** Home's first card for teachers and admins: who is behind, and in which courses. */
import { Card, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { Course } from '@/api/courses';
import { assignmentQueries } from '@/queries/assignments';
import { latePeopleQuery } from '@/queries/late-people';
import { now } from '@/storage/now';
import { lateReason } from '@/study/late-reason';
import { LinkButton } from '@/ui/LinkButton';

import { LateList } from './LateList';

import classes from './CompanyGlanceCard.module.css';

export function LatePeopleCard({ courses }: { courses: readonly Course[] }) {
  const { data: late } = useQuery(latePeopleQuery());
  const { data: assignments = [] } = useQuery(assignmentQueries.all());
  const titleOf = (courseId: string) => courses.find(({ id }) => id === courseId)?.title;
  if (late === null) return null;
  const { people = [], total = 0 } = late ?? {};
  return (
    <Card component="section" aria-labelledby="late-people" className={classes.card}>
      <div className={classes.head}>
        <h2 id="late-people" className={classes.heading}>
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
        reasonOf={(person) => lateReason(person, assignments, titleOf, now())}
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
