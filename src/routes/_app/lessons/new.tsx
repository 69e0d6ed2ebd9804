/** /lessons/new: create a lesson; `?chapterId=` says where. */
import { createFileRoute } from '@tanstack/react-router';

import { isId } from '@/api/shapes';
import { LessonEditor } from '@/features/lessons/LessonEditor';
import { homeCrumb } from '@/features/shell/crumbs';
import { PendingScreen } from '@/features/shell/PendingScreen';
import { MarkdownEditor } from '@/features/text-editor/MarkdownEditor';
import { loadChapterPlace } from '@/queries/chapters';
import { courseQueries } from '@/queries/courses';
import { loadQuery } from '@/queries/load-query';
import { backToCourse } from '@/routes/-back';

export const Route = createFileRoute('/_app/lessons/new')({
  staticData: { crumbs: [homeCrumb, { label: 'レッスンを作成', to: '/lessons/new' }] },
  validateSearch: ({ chapterId }): { chapterId?: string } => (isId(chapterId) ? { chapterId } : {}),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps: { chapterId } }) => {
    const [place] = await Promise.all([
      chapterId ? loadChapterPlace(queryClient, chapterId) : {},
      loadQuery(queryClient, courseQueries.list()),
    ]);
    return place;
  },
  pendingComponent: () => <PendingScreen shape="form" />,
  component: NewLessonPage,
});

function NewLessonPage() {
  const place: { courseId?: string; chapterId?: string } = Route.useLoaderData();
  const navigate = Route.useNavigate();
  return (
    <LessonEditor
      {...place}
      renderText={(field) => <MarkdownEditor {...field} />}
      onSaved={({ id }) => void navigate({ to: '/lessons/edit/$lessonId', params: { lessonId: id }, replace: true })}
      onCancel={() => void navigate(backToCourse(place.courseId))}
    />
  );
}
