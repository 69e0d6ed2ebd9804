/** /lessons/edit/{id}: edit a lesson. */
import { createFileRoute } from '@tanstack/react-router';

import { LessonEditor } from '@/features/lessons/LessonEditor';
import { PendingScreen } from '@/features/shell/PendingScreen';
import { MarkdownEditor } from '@/features/text-editor/MarkdownEditor';
import { courseQueries } from '@/queries/courses';
import { loadQuery } from '@/queries/load-query';
import { courseTrail } from '@/routes/-crumbs';
import { readLessonOrDraft } from '@/routes/_app/lessons/-draft-of-gone';

import { LessonQuestionSets } from './-LessonQuestionSets';

export const Route = createFileRoute('/_app/lessons/edit/$lessonId')({
  loader: async ({ context, params, location }) => {
    const { lesson, text } = await readLessonOrDraft(context, params.lessonId);
    await loadQuery(context.queryClient, courseQueries.detail(lesson.courseId));
    const crumbs = courseTrail(context, lesson.courseId, { label: 'レッスンを編集', to: location.pathname });
    return { lesson, text, crumbs };
  },
  pendingComponent: () => <PendingScreen shape="form" />,
  component: EditLessonPage,
});

function EditLessonPage() {
  const { lesson, text } = Route.useLoaderData();
  const navigate = Route.useNavigate();
  const show = (lessonId: string) => navigate({ params: { lessonId }, replace: true });
  return (
    <LessonEditor
      key={lesson.id}
      lesson={lesson}
      text={text}
      renderText={(field) => <MarkdownEditor {...field} />}
      questionSets={<LessonQuestionSets lessonId={lesson.id} />}
      onSaved={({ id }) => void (id !== lesson.id && show(id))}
      onCancel={() => void navigate({ to: '/lessons/$lessonId', params: { lessonId: lesson.id } })}
    />
  );
}
