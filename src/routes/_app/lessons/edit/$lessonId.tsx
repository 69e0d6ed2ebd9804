/** /lessons/edit/{id}: edit a lesson, or create a new one from the draft of a deleted lesson. */
import { createFileRoute } from '@tanstack/react-router';

import { LessonPane } from '@/features/lessons/LessonPane';
import { PendingScreen } from '@/features/shell/PendingScreen';
import { MarkdownEditor } from '@/features/text-editor/MarkdownEditor';
import { courseTrail } from '@/routes/-loaded-trails';
import { loadLessonToEdit } from '@/routes/_app/lessons/-lesson-to-edit';

import { LessonQuestionSets } from './-LessonQuestionSets';

export const Route = createFileRoute('/_app/lessons/edit/$lessonId')({
  loader: async ({ context, params: { lessonId } }) => {
    const { lesson, text } = await loadLessonToEdit(context, lessonId);
    const crumbs = courseTrail(context, lesson?.courseId, '/_app/lessons/edit/$lessonId');
    return { lessonId, lesson, text, crumbs };
  },
  pendingComponent: () => <PendingScreen shape="form" />,
  component: EditLessonPage,
});

function EditLessonPage() {
  const edited = Route.useLoaderData();
  return (
    <LessonPane
      key={edited.lessonId}
      {...edited}
      renderText={(field) => <MarkdownEditor {...field} />}
      Sets={LessonQuestionSets}
    />
  );
}
