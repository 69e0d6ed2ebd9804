/** /courses/new: create a course. */
import { createFileRoute } from '@tanstack/react-router';

import { homeCrumb } from '@/features/shell/crumbs';
import { PlannedScreen } from '@/features/shell/PlannedScreen';

const title = 'コースを作成';

export const Route = createFileRoute('/_app/courses/new')({
  staticData: { crumbs: [homeCrumb, { label: title, to: '/courses/new' }] },
  component: () => <PlannedScreen title={title} />,
});
