/** /lessons/new: create a lesson; `?chapterId=` names its chapter. */
import { createFileRoute } from '@tanstack/react-router';

import { readId } from '@/api/shapes';
import { LessonEditor } from '@/features/lessons/LessonEditor';
import { PendingScreen } from '@/features/shell/PendingScreen';
import { MarkdownEditor } from '@/features/text-editor/MarkdownEditor';
import { loadChapterPlace } from '@/queries/curriculum/chapters';
import { courseQueries } from '@/queries/curriculum/courses';
import { loadQuery } from '@/queries/load-query';
import { backToCourse } from '@/routes/-back';
import { courseTrail } from '@/routes/-loaded-trails';

export const Route = createFileRoute('/_app/lessons/new')({
  validateSearch: (search): { chapterId?: string } => ({ chapterId: readId(search, 'chapterId') }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps: { chapterId } }) => {
    const [place] = await Promise.all([
      loadChapterPlace(context.queryClient, chapterId),
      loadQuery(context.queryClient, courseQueries.list()),
    ]);
    return { place, crumbs: courseTrail(context, place.courseId, '/_app/lessons/new') };
  },
  pendingComponent: () => <PendingScreen shape="form" />,
  component: NewLessonPage,
});

function NewLessonPage() {
  const { place } = Route.useLoaderData();
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
