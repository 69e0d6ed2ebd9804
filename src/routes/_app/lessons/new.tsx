/** /lessons/new: create a lesson; `?chapterId=` says where. */
import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';

import { ApiError } from '@/api/errors';
import { isId } from '@/api/shapes';
import { MarkdownEditor } from '@/features/content/MarkdownEditor';
import { LessonEditor } from '@/features/lessons/LessonEditor';
import { homeCrumb } from '@/features/shell/crumbs';
import { PendingScreen } from '@/features/shell/PendingScreen';
import { chapterQueries } from '@/queries/chapters';
import { courseQueries } from '@/queries/courses';
import { loadQuery } from '@/queries/load-query';

/** The chapter's course, loaded; nothing for a chapter that is gone: another one is chosen in the form. */
async function findPlace(queryClient: QueryClient, chapterId: string) {
  try {
    const place = await loadQuery(queryClient, chapterQueries.place(chapterId));
    await loadQuery(queryClient, courseQueries.detail(place.courseId));
    return place;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return {};
    throw error;
  }
}

export const Route = createFileRoute('/_app/lessons/new')({
  staticData: { crumbs: [homeCrumb, { label: 'レッスンを作成', to: '/lessons/new' }] },
  validateSearch: ({ chapterId }): { chapterId?: string } => (isId(chapterId) ? { chapterId } : {}),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps: { chapterId } }) => {
    const courses = loadQuery(queryClient, courseQueries.list());
    const [place] = await Promise.all([chapterId ? findPlace(queryClient, chapterId) : {}, courses]);
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
      onCancel={() =>
        void (place.courseId
          ? navigate({ to: '/courses/$courseId', params: { courseId: place.courseId } })
          : navigate({ to: '/courses' }))
      }
    />
  );
}
