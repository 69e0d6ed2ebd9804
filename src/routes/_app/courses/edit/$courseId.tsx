/** /courses/edit/{id}: edit a course. */
import { createFileRoute } from '@tanstack/react-router';

import { homeCrumb } from '@/features/shell/crumbs';
import { PlannedScreen } from '@/features/shell/PlannedScreen';

const title = 'コースを編集';

export const Route = createFileRoute('/_app/courses/edit/$courseId')({
  staticData: { crumbs: [homeCrumb, { label: title, to: '/courses' }] },
  component: () => <PlannedScreen title={title} />,
});
