/** /sections/new?courseId=: create a section in a course. */
import { createFileRoute } from '@tanstack/react-router';

import { readId } from '@/api/shapes';
import { NewSectionScreen } from '@/features/sections/NewSectionScreen';
import { EditorsOnly } from '@/features/shell/EditorsOnly';
import { PendingScreen } from '@/features/shell/PendingScreen';
import { courseQueries } from '@/queries/curriculum/courses';
import { loadQuery } from '@/queries/load-query';
import { backToCourse } from '@/routes/-back';
import { courseTrail } from '@/routes/-loaded-trails';

export const Route = createFileRoute('/_app/sections/new')({
  validateSearch: (search): { courseId?: string } => ({ courseId: readId(search, 'courseId') }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps: { courseId } }) => {
    const { queryClient } = context;
    const itsCourse = courseId && loadQuery(queryClient, courseQueries.detail(courseId));
    await Promise.all([loadQuery(queryClient, courseQueries.list()), itsCourse]);
    return { crumbs: courseTrail(context, courseId, '/_app/sections/new') };
  },
  pendingComponent: () => <PendingScreen shape="form" />,
  component: NewSectionPage,
});

function NewSectionPage() {
  const { courseId } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <EditorsOnly screen="/_app/sections/new">
      <NewSectionScreen
        courseId={courseId ?? ''}
        onSaved={(sectionId) => void navigate({ to: '/sections/$sectionId', params: { sectionId }, replace: true })}
        onCancel={() => void navigate(backToCourse(courseId))}
      />
    </EditorsOnly>
  );
}
