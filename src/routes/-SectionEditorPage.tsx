/** The section screen for editors, put together from several features; loaded for editors only. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy } from 'react';

import { courseQueries } from '@/queries/curriculum/courses';
import { sectionQueries } from '@/queries/curriculum/sections';

const SectionEditor = lazy(() =>
  import('@/features/sections/SectionEditor').then((module) => ({ default: module.SectionEditor })),
);
const DuplicateThing = lazy(() =>
  import('@/features/duplicates/DuplicateThing').then((module) => ({ default: module.DuplicateThing })),
);
const OutlineList = lazy(() =>
  import('@/features/outline/OutlineList').then((module) => ({ default: module.OutlineList })),
);

export function SectionEditorPage({ sectionId }: { sectionId: string }) {
  const navigate = useNavigate();
  const { data: section } = useSuspenseQuery(sectionQueries.detail(sectionId));
  const { data: course } = useSuspenseQuery(courseQueries.detail(section.courseId));
  return (
    <SectionEditor
      sectionId={sectionId}
      onDeleted={(courseId) => void navigate({ to: '/courses/$courseId', params: { courseId }, replace: true })}
      renderDuplicate={({ id, title, courseId }, onClosed) => (
        <DuplicateThing kind="section" id={id} title={title} courseId={courseId} startsAtOnce onClosed={onClosed} />
      )}
      renderChapters={() => <OutlineList key={sectionId} course={course} sectionId={sectionId} />}
    />
  );
}
