/** /lessons/{id}: a lesson to read. */
import { createFileRoute } from '@tanstack/react-router';

import { LessonView } from '@/features/lessons/LessonView';
import { courseCrumb, lessonCrumb, trailTo } from '@/features/shell/crumbs';
import { PendingScreen } from '@/features/shell/PendingScreen';
import { LessonEditLinks, PreviewFrame, useIsPreview } from '@/features/shell/PreviewFrame';
import { loadLessonToRead } from '@/queries/curriculum/lesson-to-read';
import { previewSearch } from '@/routes/-preview';

export const Route = createFileRoute('/_app/lessons/$lessonId')({
  ...previewSearch,
  loader: async ({ context, params }) => {
    const { lesson, course } = await loadLessonToRead(context, params.lessonId, context.me.id);
    return { crumbs: [...trailTo('/_app/courses/', context.me.role), courseCrumb(course), lessonCrumb(lesson)] };
  },
  pendingComponent: () => <PendingScreen shape="text" />,
  component: LessonPage,
});

function LessonPage() {
  const { lessonId } = Route.useParams();
  const isPreview = useIsPreview(Route.useSearch());
  const navigate = Route.useNavigate();
  return (
    <PreviewFrame isShown={isPreview} editor={`/lessons/edit/${lessonId}`}>
      <LessonView
        lessonId={lessonId}
        onOpenLesson={(id) => void navigate({ to: '/lessons/$lessonId', params: { lessonId: id } })}
        isPreview={isPreview}
        actions={<LessonEditLinks lessonId={lessonId} />}
      />
    </PreviewFrame>
  );
}
