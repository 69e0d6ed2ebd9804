/** Exports the people of a table with their progress as a CSV file. */
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';

import type { Company } from '@/api/companies';
import { useCsvExport } from '@/device/csv-export';
import type { ReadOptions } from '@/queries/all-pages';
import { useCapabilities } from '@/queries/capabilities';
import { MAX_ONE_BY_ONE, type PeopleWithShares } from '@/queries/course-shares';
import { courseQueries } from '@/queries/courses';
import { ExportButton } from '@/ui/tables/ExportButton';

import { peopleToRows } from './people-csv';

export interface SavePeopleProps {
  /** The start of the file's name. */
  name: string;
  /** The number of people in the exported file. */
  count: number;
  companies: readonly Company[];
  /** Reads the people page by page. @param listsCourseProgress true if the server has the capability `course-progress`. */
  read: (listsCourseProgress: boolean, options: ReadOptions) => AsyncIterable<PeopleWithShares>;
}

export function SavePeople({ name, count, companies, read }: SavePeopleProps) {
  const queryClient = useQueryClient();
  const { listsCourseProgress, hasNameKana } = useCapabilities();
  async function* readRows(options: ReadOptions) {
    const courses = await queryClient.fetchQuery(courseQueries.list());
    let isFirst = true;
    for await (const { people, shares } of read(listsCourseProgress, options)) {
      const rows = peopleToRows({ people, companies, courses, shares, hasNameKana });
      yield isFirst ? rows : rows.slice(1);
      isFirst = false;
    }
  }
  const { progress, failure, save, stop } = useCsvExport(`${name}の進捗`, count, readRows);
  return (
    <ExportButton
      label={`進捗をCSVで保存（${count}名）`}
      isDisabled={count === 0}
      progress={progress}
      progressLabel="コースごとの進捗の読み込み"
      failure={failure}
      onSave={() => void save()}
      onStop={stop}
      note={
        !listsCourseProgress &&
        count > MAX_ONE_BY_ONE && (
          <Text size="sm" c="dimmed">
            {MAX_ONE_BY_ONE}名まで絞り込むと、コースごとの列も付きます。
          </Text>
        )
      }
    />
  );
}
