/** /lessons/edit/{id}: edit a lesson. */
import { createFileRoute, useRouter } from '@tanstack/react-router';

import type { Lesson } from '@/api/lessons';
import { LessonEditor } from '@/features/lessons/LessonEditor';
import { courseCrumb, coursesCrumb, homeCrumb } from '@/features/shell/crumbs';
import { PendingScreen } from '@/features/shell/PendingScreen';
import { MarkdownEditor } from '@/features/text-editor/MarkdownEditor';
import { courseQueries } from '@/queries/courses';
import { readLessonToEdit } from '@/queries/lesson-to-edit';
import { loadQuery } from '@/queries/load-query';
import { showToast } from '@/ui/toast';

import { LessonQuestionSets } from './-LessonQuestionSets';

export const Route = createFileRoute('/_app/lessons/edit/$lessonId')({
  loader: async ({ context: { queryClient, me }, params }) => {
    const { lesson, text } = await readLessonToEdit(queryClient, params.lessonId);
    const course = await loadQuery(queryClient, courseQueries.detail(lesson.courseId));
    const trail = [homeCrumb, coursesCrumb(me.role), courseCrumb(course)];
    return { lesson, text, crumbs: [...trail, { label: 'レッスンを編集', to: `/lessons/edit/${lesson.id}` }] };
  },
  pendingComponent: () => <PendingScreen shape="form" />,
  component: EditLessonPage,
});

function EditLessonPage() {
  const { lesson, text } = Route.useLoaderData();
  const router = useRouter();
  const handleSaved = ({ id }: Lesson) => {
    void showToast('success', 'レッスンを保存しました');
    // It was saved as a new one.
    if (id !== lesson.id)
      void router.navigate({ to: '/lessons/edit/$lessonId', params: { lessonId: id }, replace: true });
  };
  return (
    <LessonEditor
      key={lesson.id}
      lesson={lesson}
      text={text}
      renderText={(field) => <MarkdownEditor {...field} />}
      questionSets={<LessonQuestionSets lessonId={lesson.id} />}
      onSaved={handleSaved}
      onCancel={() => void router.navigate({ to: '/lessons/$lessonId', params: { lessonId: lesson.id } })}
    />
  );
}
