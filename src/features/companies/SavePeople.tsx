/** Exports the people of a table with their progress as a CSV file. */
import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import type { Company } from '@/api/companies';
import { fileNameOf, saveFile } from '@/device/download';
import { useCapabilities } from '@/queries/capabilities';
import { MAX_ONE_BY_ONE, type PeopleWithShares, type ShareOptions } from '@/queries/course-shares';
import { courseQueries } from '@/queries/courses';
import { describeActionError } from '@/queries/save-errors';
import { toCsv, toCsvLines } from '@/study/csv';
import { Meter } from '@/ui/charts/Meter';

import { peopleToRows } from './people-csv';

import classes from './PeopleTable.module.css';

export interface SavePeopleProps {
  /** The start of the file's name. */
  name: string;
  /** The number of people in the export. */
  count: number;
  companies: readonly Company[];
  /** Reads the people page by page. @param listsCourseProgress the server has the capability `course-progress`. */
  read: (listsCourseProgress: boolean, options: ShareOptions) => AsyncIterable<PeopleWithShares>;
}

function useSaving({ name, count, companies, read }: SavePeopleProps) {
  const queryClient = useQueryClient();
  const { listsCourseProgress, hasNameKana } = useCapabilities();
  const [progress, setProgress] = useState<{ done: number; all: number }>();
  const [failure, setFailure] = useState<string>();
  const stopper = useRef<AbortController>(undefined);
  useEffect(() => () => stopper.current?.abort(), []);
  const hasCourses = listsCourseProgress || count <= MAX_ONE_BY_ONE;

  async function save(): Promise<void> {
    const { signal } = (stopper.current = new AbortController());
    setFailure(undefined);
    setProgress({ done: 0, all: count });
    const onCount = (done: number, all: number) => setProgress({ done, all });
    try {
      const courses = await queryClient.fetchQuery(courseQueries.list());
      const parts: Blob[] = [];
      for await (const { people, shares } of read(listsCourseProgress, { signal, onCount })) {
        const [head = [], ...rows] = peopleToRows({ people, companies, courses, shares, hasNameKana });
        parts.push(new Blob([parts.length === 0 ? toCsv([head, ...rows]) : toCsvLines(rows)]));
      }
      signal.throwIfAborted();
      setProgress(undefined);
      await saveFile(fileNameOf(`${name}の進み.csv`), parts);
    } catch (error) {
      if (!signal.aborted) setFailure(describeActionError(error));
    } finally {
      setProgress(undefined);
    }
  }
  return { progress, failure, hasCourses, save, stop: () => stopper.current?.abort() };
}

export function SavePeople(props: SavePeopleProps) {
  const { progress, failure, hasCourses, save, stop } = useSaving(props);
  if (progress) {
    return (
      <Group gap="xs" className={classes.saving}>
        <div className={classes.bar}>
          <Meter label="コースごとの進みの読み込み" done={progress.done} all={progress.all} />
        </div>
        <Button size="sm" variant="default" onClick={stop}>
          やめる
        </Button>
      </Group>
    );
  }
  return (
    <div className={classes.saving}>
      <Button variant="default" onClick={() => void save()} disabled={props.count === 0}>
        {props.count}名の進みをCSVで保存
      </Button>
      {!hasCourses && (
        <Text size="sm" c="dimmed">
          {MAX_ONE_BY_ONE}名まで絞り込むと、コースごとの列も付きます。
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
