/** /lessons/{id}: a lesson to read. */
import { createFileRoute } from '@tanstack/react-router';

import { LessonView } from '@/features/lessons/LessonView';
import { courseCrumb, coursesCrumb, homeCrumb } from '@/features/shell/crumbs';
import { PendingScreen } from '@/features/shell/PendingScreen';
import { LessonEditLinks, PreviewFrame } from '@/features/shell/PreviewFrame';
import { contentQueries } from '@/queries/contents';
import { courseQueries } from '@/queries/courses';
import { lessonQueries } from '@/queries/lessons';
import { loadQuery } from '@/queries/load-query';
import { progressQueries } from '@/queries/progress';
import { keepPreview, readPreview } from '@/routes/-preview';

export const Route = createFileRoute('/_app/lessons/$lessonId')({
  validateSearch: readPreview,
  search: { middlewares: [keepPreview] },
  loader: async ({ context: { queryClient, me }, params }) => {
    const loadLesson = async () => {
      const found = await loadQuery(queryClient, lessonQueries.detail(params.lessonId));
      const [itsCourse] = await Promise.all([
        loadQuery(queryClient, courseQueries.detail(found.courseId)),
        found.contentId && loadQuery(queryClient, contentQueries.markdown(found.contentId)),
      ]);
      return { lesson: found, course: itsCourse };
    };
    // Together, so that no rejection is left without anybody who waits for it.
    const [{ lesson, course }] = await Promise.all([
      loadLesson(),
      loadQuery(queryClient, progressQueries.detail(me.id)),
    ]);
    const here = { label: lesson.title, to: `/lessons/${lesson.id}` };
    return { crumbs: [homeCrumb, coursesCrumb(me.role), courseCrumb(course), here] };
  },
  pendingComponent: () => <PendingScreen shape="text" />,
  component: LessonPage,
});

function LessonPage() {
  const { lessonId } = Route.useParams();
  const isPreview = Route.useSearch().preview === true;
  const navigate = Route.useNavigate();
  return (
    <PreviewFrame isShown={isPreview}>
      <LessonView
        lessonId={lessonId}
        onOpenLesson={(id) => void navigate({ to: '/lessons/$lessonId', params: { lessonId: id } })}
        actions={!isPreview && <LessonEditLinks lessonId={lessonId} />}
      />
    </PreviewFrame>
  );
}
