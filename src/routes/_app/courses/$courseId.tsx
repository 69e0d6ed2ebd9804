/** /courses/{id}: one course; users who may edit it edit it in place and can preview the learner's view. */
import { createFileRoute } from '@tanstack/react-router';

import { CourseView } from '@/features/courses/CourseView';
import { EvictionNotice } from '@/features/install/EvictionNotice';
import { PackCard } from '@/features/packs/PackCard';
import { courseCrumb, trailTo } from '@/features/shell/crumbs';
import { EditorOrLearner } from '@/features/shell/PreviewFrame';
import { courseQueries } from '@/queries/curriculum/courses';
import { loadQuery } from '@/queries/load-query';
import { progressQueries } from '@/queries/progress/progress';
import { CourseEditorPage } from '@/routes/-CourseEditorPage';
import { previewSearch } from '@/routes/-preview';

export const Route = createFileRoute('/_app/courses/$courseId')({
  ...previewSearch,
  loader: async ({ context: { queryClient, me }, params }) => {
    const [course] = await Promise.all([
      loadQuery(queryClient, courseQueries.detail(params.courseId)),
      loadQuery(queryClient, progressQueries.detail(me.id)),
    ]);
    return { crumbs: [...trailTo('/_app/courses/', me.role), courseCrumb(course)] };
  },
  component: CoursePage,
});

function CoursePage() {
  const { courseId } = Route.useParams();
  const { preview } = Route.useSearch();
  return (
    <EditorOrLearner isPreview={preview === true} editor={<CourseEditorPage key={courseId} courseId={courseId} />}>
      <CourseView
        courseId={courseId}
        renderPack={(course) => <PackCard course={course} notice={<EvictionNotice />} />}
      />
    </EditorOrLearner>
  );
}
