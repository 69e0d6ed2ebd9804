/** /lessons/new: create a lesson. */
import { createFileRoute } from '@tanstack/react-router';

import { homeCrumb } from '@/features/shell/crumbs';
import { PlannedScreen } from '@/features/shell/PlannedScreen';

const title = 'レッスンを作成';

export const Route = createFileRoute('/_app/lessons/new')({
  staticData: { crumbs: [homeCrumb, { label: title, to: '/lessons/new' }] },
  component: () => <PlannedScreen title={title} />,
});
