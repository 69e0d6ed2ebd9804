/** Course and section as their editors see them, put together from several features; loaded for editors only. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy } from 'react';

import { courseQueries } from '@/queries/courses';
import { sectionQueries } from '@/queries/sections';
import { moveTargets } from '@/study/move-targets';

const CourseEditor = lazy(() =>
  import('@/features/courses/CourseEditor').then((module) => ({ default: module.CourseEditor })),
);
const SectionEditor = lazy(() =>
  import('@/features/sections/SectionEditor').then((module) => ({ default: module.SectionEditor })),
);
const SectionRows = lazy(() =>
  import('@/features/outline/SectionRows').then((module) => ({ default: module.SectionRows })),
);
const ChapterEditor = lazy(() =>
  import('@/features/outline/ChapterEditor').then((module) => ({ default: module.ChapterEditor })),
);

export function CourseEditorPage({ courseId }: { courseId: string }) {
  const navigate = useNavigate();
  return (
    <CourseEditor
      courseId={courseId}
      onDeleted={() => void navigate({ to: '/courses', replace: true })}
      renderOutline={(course) => <SectionRows course={course} />}
    />
  );
}

export function SectionEditorPage({ sectionId }: { sectionId: string }) {
  const navigate = useNavigate();
  const { data: section } = useSuspenseQuery(sectionQueries.detail(sectionId));
  const { data: course } = useSuspenseQuery(courseQueries.detail(section.courseId));
  return (
    <SectionEditor
      sectionId={sectionId}
      onDeleted={(courseId) => void navigate({ to: '/courses/$courseId', params: { courseId }, replace: true })}
      renderChapters={(shown) => (
        <ChapterEditor section={shown} headingOrder={2} targets={moveTargets(course.sections)} />
      )}
    />
  );
}
