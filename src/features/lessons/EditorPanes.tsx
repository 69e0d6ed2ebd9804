/**
 * The editors' layout with two panes, from 1,100 px: the course's outline, which scrolls separately, and the editor of
 * the open lesson.
 */
import { useQuery } from '@tanstack/react-query';
import { Link, useMatch, useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';

import type { CourseDetail } from '@/api/courses';
import { courseQueries } from '@/queries/curriculum/courses';
import { useCan } from '@/queries/me';
import { useTwoPanes } from '@/ui/use-two-panes';

import classes from './EditorPanes.module.css';

const CURRENT_ROW = '[data-scrolls-alone] [aria-current="page"]';

interface Opened {
  lessonId: string;
  courseId: string;
}

/** Returns the lesson that is open in the editor; returns the previous lesson while the next one loads. */
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

/** Renders the outline; the route passes it in, because features do not import each other. */
type RenderOutline = (course: CourseDetail, currentId: string, onCurrentRemoved: () => void) => ReactNode;

function CoursePane({ lessonId, courseId, renderOutline }: Opened & { renderOutline: RenderOutline }) {
  const navigate = useNavigate();
  const { data: course } = useQuery(courseQueries.detail(courseId));
  const toCourse = () => void navigate({ to: '/courses/$courseId', params: { courseId }, replace: true });
  return (
    <aside className={`${classes.outline} no-print`} aria-label="コースの構成" data-scrolls-alone>
      {course && (
        <>
          <Link
            to="/courses/$courseId"
            params={{ courseId }}
            className={`${classes.course} hover-tint block rounded-sm c-inherit bold undecorated`}
          >
            {course.title}
          </Link>
          <Suspense>
            <div key={courseId}>{renderOutline(course, lessonId, toCourse)}</div>
          </Suspense>
        </>
      )}
    </aside>
  );
}

/** A button before the editor's title, for keyboard users: moves the focus to the open lesson's row in the outline. */
function ToOutline() {
  return (
    <button
      type="button"
      className={`${classes.toOutline} no-print border-0 rounded-sm font-inherit text-sm`}
      // Move the focus after the key press has ended, because the same key press would otherwise activate the focused
      // row.
      onClick={() => setTimeout(() => document.querySelector<HTMLElement>(CURRENT_ROW)?.focus(), 0)}
    >
      構成へ移動
    </button>
  );
}

export function EditorPanes({ renderOutline, children }: { renderOutline: RenderOutline; children: ReactNode }) {
  const isWide = useTwoPanes();
  const canEdit = useCan('course.edit');
  const opened = useOpened();
  const hasOutline = isWide && canEdit && opened !== undefined;
  return (
    <div className={hasOutline ? classes.panes : undefined}>
      {hasOutline && <CoursePane {...opened} renderOutline={renderOutline} />}
      <div className={hasOutline ? classes.editor : undefined}>
        {hasOutline && <ToOutline />}
        {children}
      </div>
    </div>
  );
}
