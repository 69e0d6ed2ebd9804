/** /sections/{id}: one section; users who may edit it edit it in place and can preview the learner's view. */
import { createFileRoute } from '@tanstack/react-router';

import { SectionView } from '@/features/sections/SectionView';
import { courseCrumb, trailTo } from '@/features/shell/crumbs';
import { EditorOrLearner } from '@/features/shell/PreviewFrame';
import { courseQueries } from '@/queries/curriculum/courses';
import { sectionQueries } from '@/queries/curriculum/sections';
import { loadQuery } from '@/queries/load-query';
import { progressQueries } from '@/queries/progress/progress';
import { previewSearch } from '@/routes/-preview';
import { SectionEditorPage } from '@/routes/-SectionEditorPage';

export const Route = createFileRoute('/_app/sections/$sectionId')({
  ...previewSearch,
  loader: async ({ context: { queryClient, me }, params }) => {
    const [section] = await Promise.all([
      loadQuery(queryClient, sectionQueries.detail(params.sectionId)),
      loadQuery(queryClient, progressQueries.detail(me.id)),
    ]);
    const course = await loadQuery(queryClient, courseQueries.detail(section.courseId));
    const here = { label: section.title, to: `/sections/${section.id}` };
    return { crumbs: [...trailTo('/_app/courses/', me.role), courseCrumb(course), here] };
  },
  component: SectionPage,
});

function SectionPage() {
  const { sectionId } = Route.useParams();
  const { preview } = Route.useSearch();
  return (
    <EditorOrLearner isPreview={preview === true} editor={<SectionEditorPage key={sectionId} sectionId={sectionId} />}>
      <SectionView sectionId={sectionId} />
    </EditorOrLearner>
  );
}
