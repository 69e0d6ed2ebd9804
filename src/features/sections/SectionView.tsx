/** The screen of a section for learners: description, progress, chapters and lessons. */
import { Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';

import { useOutlineState } from '@/device/outline-state';
import { sectionQueries } from '@/queries/curriculum/sections';
import { countRead } from '@/study/course-progress';
import { readWords } from '@/study/course-study-words';
import { Meter } from '@/ui/charts/Meter';
import { EmptyState } from '@/ui/EmptyState';
import { formatDay } from '@/ui/formats';
import { Outline } from '@/ui/Outline';
import { PageTitle } from '@/ui/PageTitle';

export function SectionView({ sectionId }: { sectionId: string }) {
  const { data: section } = useSuspenseQuery(sectionQueries.detail(sectionId));
  const { progress, marks } = useOutlineState();
  const { done, all } = countRead([section], progress, section.courseId);
  return (
    <Stack gap="md">
      <PageTitle>{section.title}</PageTitle>
      {section.cachedAt && (
        <Text size="sm" c="dimmed">
          端末の保存 {formatDay(section.cachedAt)}
        </Text>
      )}
      {section.description && (
        <Text maw="42em" style={{ whiteSpace: 'pre-line' }} data-lasting>
          {section.description}
        </Text>
      )}
      <div>
        <Text size="sm" c="dimmed" mb={6}>
          {readWords({ readCount: done, lessonCount: all })}
        </Text>
        <Meter label={`${section.title}の進捗`} done={done} all={all} />
      </div>
      {section.chapters?.length === 0 && <EmptyState title="レッスンはまだありません" />}
      <Outline chapters={section.chapters ?? []} headingOrder={2} {...marks} />
    </Stack>
  );
}
