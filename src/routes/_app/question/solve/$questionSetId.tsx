/** /question/solve/{id}: a question set by its id. */
import { createFileRoute } from '@tanstack/react-router';

import { homeCrumb } from '@/features/shell/crumbs';
import { PlannedScreen } from '@/features/shell/PlannedScreen';
import { loadQuery } from '@/queries/load-query';
import { questionSetQueries } from '@/queries/question-sets';

export const Route = createFileRoute('/_app/question/solve/$questionSetId')({
  loader: async ({ context: { queryClient }, params }) => {
    const { id, title } = await loadQuery(queryClient, questionSetQueries.detail(params.questionSetId));
    return { crumbs: [homeCrumb, { label: title, to: `/question/solve/${id}` }], title };
  },
  component: SolvePage,
});

function SolvePage() {
  const { title } = Route.useLoaderData();
  return <PlannedScreen title={title} />;
}
