/** /sections/new?courseId=: create a section in a course. */
import { createFileRoute } from '@tanstack/react-router';

import { isId } from '@/api/shapes';
import { NewSectionScreen } from '@/features/sections/NewSectionScreen';
import { coursesCrumb, homeCrumb } from '@/features/shell/crumbs';
import { EditorsOnly } from '@/features/shell/EditorsOnly';
import { PendingScreen } from '@/features/shell/PendingScreen';
import { courseQueries } from '@/queries/courses';
import { loadQuery } from '@/queries/load-query';

const title = 'セクションを作成';

export const Route = createFileRoute('/_app/sections/new')({
  validateSearch: readCourseId,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, me }, deps: { courseId } }) => {
    await Promise.all([
      loadQuery(queryClient, courseQueries.list()),
      courseId && loadQuery(queryClient, courseQueries.detail(courseId)),
    ]);
    return { crumbs: [homeCrumb, coursesCrumb(me.role), { label: title, to: '/sections/new' }] };
  },
  pendingComponent: () => <PendingScreen shape="form" />,
  component: NewSectionPage,
});

/** A number in the address is an id as well. */
function readCourseId(search: Record<string, unknown>): { courseId?: string } {
  const courseId = String(search.courseId);
  return search.courseId !== undefined && isId(courseId) ? { courseId } : {};
}

function NewSectionPage() {
  const { courseId } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <EditorsOnly title={title}>
      <NewSectionScreen
        courseId={courseId ?? ''}
        onSaved={(sectionId) => void navigate({ to: '/sections/$sectionId', params: { sectionId }, replace: true })}
        onCancel={() =>
          void (courseId ? navigate({ to: '/courses/$courseId', params: { courseId } }) : navigate({ to: '/courses' }))
        }
      />
    </EditorsOnly>
  );
}
