/** Two panes from 1,100 px: the outline of the course, which scrolls alone, and the editor of what is open. */
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useMatch, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';

import { courseQueries } from '@/queries/courses';
import { useCan } from '@/queries/me';
import { useTwoPanes } from '@/ui/use-two-panes';

import classes from './-EditorPanes.module.css';

const OutlineList = lazy(() =>
  import('@/features/outline/OutlineList').then((module) => ({ default: module.OutlineList })),
);

const CURRENT_ROW = '[data-scrolls-alone] [aria-current="page"]';

interface Opened {
  lessonId: string;
  courseId: string;
}

/** The open lesson; the one before it while the next is being loaded. */
function useOpened(): Opened | undefined {
  const lesson = useMatch({
    from: '/_app/lessons/edit/$lessonId',
    shouldThrow: false,
    select: ({ loaderData }) => loaderData?.lesson,
  });
  const [opened, setOpened] = useState<Opened>();
  if (lesson && lesson.id !== opened?.lessonId) setOpened({ lessonId: lesson.id, courseId: lesson.courseId });
  return opened;
}

function CoursePane({ lessonId, courseId }: Opened) {
  const navigate = useNavigate();
  const { data: course } = useQuery(courseQueries.detail(courseId));
  const toCourse = () => void navigate({ to: '/courses/$courseId', params: { courseId }, replace: true });
  return (
    <aside className={classes.outline} aria-label="コースの構成" data-scrolls-alone>
      {course && (
        <>
          <Link to="/courses/$courseId" params={{ courseId }} className={classes.course}>
            {course.title}
          </Link>
          <Suspense>
            <OutlineList key={courseId} course={course} currentId={lessonId} onCurrentRemoved={toCourse} />
          </Suspense>
        </>
      )}
    </aside>
  );
}

/** Before the title: leads a keyboard from the editor to the row of what is open. */
function ToOutline() {
  return (
    <button
      type="button"
      className={classes.toOutline}
      // After the key press, which would otherwise follow the link that gets the focus.
      onClick={() => setTimeout(() => document.querySelector<HTMLElement>(CURRENT_ROW)?.focus(), 0)}
    >
      構成へ移動
    </button>
  );
}

export function EditorPanes() {
  const isWide = useTwoPanes();
  const canEdit = useCan('course.edit');
  const opened = useOpened();
  const hasOutline = isWide && canEdit && opened !== undefined;
  return (
    <div className={hasOutline ? classes.panes : undefined}>
      {hasOutline && <CoursePane {...opened} />}
      <div className={hasOutline ? classes.editor : undefined}>
        {hasOutline && <ToOutline />}
        <Outlet />
      </div>
    </div>
  );
}
