/** /trash: what was deleted in the last 30 days (?page=2); editors, if the server has the capability. */
import { createFileRoute } from '@tanstack/react-router';

import { TrashScreen } from '@/features/trash/TrashScreen';
import { trashQueries } from '@/queries/curriculum/trash';
import { loadQuery } from '@/queries/load-query';

/** Validates the page number in the URL, which may be any value. */
function readPage(page: unknown): number {
  return typeof page === 'number' && Number.isInteger(page) && page > 0 ? page : 1;
}

export const Route = createFileRoute('/_app/_staff/trash')({
  // The screen validates the search parameters, because this function is in the app's first load.
  validateSearch: (search: Record<string, unknown>): { page?: number } => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    await loadQuery(queryClient, trashQueries.page(readPage(deps.page)));
  },
  component: TrashPage,
});

function TrashPage() {
  const navigate = Route.useNavigate();
  const page = readPage(Route.useSearch().page);
  return <TrashScreen page={page} onPage={(next) => void navigate({ search: next > 1 ? { page: next } : {} })} />;
}
