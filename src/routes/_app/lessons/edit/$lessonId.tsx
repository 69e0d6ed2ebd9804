/** /lessons/edit/{id}: edit a lesson. */
import { createFileRoute } from '@tanstack/react-router';

import { homeCrumb } from '@/features/shell/crumbs';
import { PlannedScreen } from '@/features/shell/PlannedScreen';

const title = 'レッスンを編集';

export const Route = createFileRoute('/_app/lessons/edit/$lessonId')({
  staticData: { crumbs: [homeCrumb, { label: title, to: '/courses' }] },
  component: () => <PlannedScreen title={title} />,
});
