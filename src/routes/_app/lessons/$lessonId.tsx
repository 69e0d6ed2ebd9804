/** /lessons/{id}: a lesson to read. */
import { createFileRoute } from '@tanstack/react-router';

import { LessonView } from '@/features/lessons/LessonView';
import { courseCrumb, coursesCrumb, homeCrumb } from '@/features/shell/crumbs';
import { PendingScreen } from '@/features/shell/PendingScreen';
import { contentQueries } from '@/queries/contents';
import { courseQueries } from '@/queries/courses';
import { lessonQueries } from '@/queries/lessons';
import { progressQueries } from '@/queries/progress';

export const Route = createFileRoute('/_app/lessons/$lessonId')({
  loader: async ({ context: { queryClient, me }, params }) => {
    const progress = queryClient.ensureQueryData(progressQueries.detail(me.id));
    const lesson = await queryClient.ensureQueryData(lessonQueries.detail(params.lessonId));
    const [course] = await Promise.all([
      queryClient.ensureQueryData(courseQueries.detail(lesson.courseId)),
      lesson.contentId && queryClient.ensureQueryData(contentQueries.markdown(lesson.contentId)),
      progress,
    ]);
    const here = { label: lesson.title, to: `/lessons/${lesson.id}` };
    return { crumbs: [homeCrumb, coursesCrumb(me.role), courseCrumb(course), here] };
  },
  pendingComponent: () => <PendingScreen shape="text" />,
  component: LessonPage,
});

function LessonPage() {
  const { lessonId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <LessonView
      lessonId={lessonId}
      onOpenLesson={(id) => void navigate({ to: '/lessons/$lessonId', params: { lessonId: id } })}
    />
  );
}
