/** /sections/new: create a section. */
import { createFileRoute } from '@tanstack/react-router';

import { homeCrumb } from '@/features/shell/crumbs';
import { PlannedScreen } from '@/features/shell/PlannedScreen';

const title = 'セクションを作成';

export const Route = createFileRoute('/_app/sections/new')({
  staticData: { crumbs: [homeCrumb, { label: title, to: '/sections/new' }] },
  component: () => <PlannedScreen title={title} />,
});
