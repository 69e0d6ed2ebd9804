/** Saves the people that a table shows, with how far they are, as CSV. */
import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import type { Company } from '@/api/companies';
import type { User } from '@/api/users';
import { downloadText, fileNameOf } from '@/device/download';
import { useAbility } from '@/queries/abilities';
import { type CourseShares, MOST_ONE_BY_ONE, readListedShares, readShares } from '@/queries/course-shares';
import { courseQueries } from '@/queries/courses';
import { describeActionError } from '@/queries/save-errors';
import { toCsv } from '@/study/csv';
import { Meter } from '@/ui/charts/Meter';

import { peopleToRows } from './people-csv';

import classes from './PeopleTable.module.css';

export interface SavePeopleProps {
  /** Names the file. */
  name: string;
  people: readonly User[];
  companies: readonly Company[];
}

function useSaving({ name, people, companies }: SavePeopleProps) {
  const queryClient = useQueryClient();
  const isListed = useAbility('course-progress');
  const hasKana = useAbility('name-kana');
  const [count, setCount] = useState<{ done: number; all: number }>();
  const [failure, setFailure] = useState<string>();
  const stopper = useRef<AbortController>(undefined);
  useEffect(() => () => stopper.current?.abort(), []);
  const learners = people.filter(({ role }) => role === 'STUDENT');
  const hasCourses = isListed || learners.length <= MOST_ONE_BY_ONE;

  function read(signal: AbortSignal): Promise<CourseShares | undefined> {
    const onCount = (done: number, all: number) => setCount({ done, all });
    if (isListed) return readListedShares({ signal, onCount });
    return hasCourses ? readShares(learners, { signal, onCount }) : Promise.resolve(undefined);
  }
  async function save(): Promise<void> {
    const { signal } = (stopper.current = new AbortController());
    setFailure(undefined);
    setCount({ done: 0, all: people.length });
    try {
      const [courses, shares] = await Promise.all([queryClient.fetchQuery(courseQueries.list()), read(signal)]);
      signal.throwIfAborted();
      downloadText(
        fileNameOf(`${name}の進み.csv`),
        toCsv(peopleToRows({ people, companies, courses, shares, hasKana })),
      );
    } catch (error) {
      if (!signal.aborted) setFailure(describeActionError(error));
    } finally {
      setCount(undefined);
    }
  }
  return { count, failure, hasCourses, save, stop: () => stopper.current?.abort() };
}

export function SavePeople(props: SavePeopleProps) {
  const { count, failure, hasCourses, save, stop } = useSaving(props);
  if (count) {
    return (
      <Group gap="xs" className={classes.saving}>
        <div className={classes.bar}>
          <Meter label="コースごとの進みの読み込み" done={count.done} all={count.all} />
        </div>
        <Button size="sm" variant="default" onClick={stop}>
          やめる
        </Button>
      </Group>
    );
  }
  return (
    <div className={classes.saving}>
      <Button variant="default" onClick={() => void save()} disabled={props.people.length === 0}>
        {props.people.length}名の進みをCSVで保存
      </Button>
      {!hasCourses && (
        <Text size="sm" c="dimmed">
          {MOST_ONE_BY_ONE}名まで絞り込むと、コースごとの列も付きます。
        </Text>
      )}
      {failure && (
        <Text size="sm" role="alert" c="var(--m-bad)">
          {failure}
        </Text>
      )}
    </div>
  );
}
