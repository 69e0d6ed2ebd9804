/**
 * The layout around the lesson editors: in wide windows the outline of the course is beside the editor, and stays on
 * the screen while the user changes lessons.
 */
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { lazy } from 'react';

import { EditorPanes } from '@/features/lessons/EditorPanes';

const OutlineList = lazy(() =>
  import('@/features/outline/OutlineList').then((module) => ({ default: module.OutlineList })),
);

export const Route = createFileRoute('/_app/lessons/edit')({ component: LessonEditors });

function LessonEditors() {
  return (
    <EditorPanes
      renderOutline={(course, currentId, onCurrentRemoved) => (
        <OutlineList course={course} currentId={currentId} onCurrentRemoved={onCurrentRemoved} />
      )}
    >
      <Outlet />
    </EditorPanes>
  );
}
