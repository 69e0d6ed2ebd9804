/** /question/solve/{id}: a question set to solve; the question in view is a search parameter. */
import { createFileRoute } from '@tanstack/react-router';

import { readSolveSearch } from '@/features/questions/solve/question-search';
import { SolveScreen } from '@/features/questions/solve/SolveScreen';
import { useCloseAgain, useSolveSteps } from '@/features/questions/solve/use-solve-steps';
import { loadQuestionSet } from '@/routes/_app/question/-load';

export const Route = createFileRoute('/_app/question/solve/$questionSetId')({
  validateSearch: readSolveSearch,
  loader: async ({ context, params }) => {
    const { questionSet, crumbs } = await loadQuestionSet(context, params.questionSetId);
    return { crumbs: [...crumbs, { label: questionSet.title, to: `/question/solve/${questionSet.id}` }] };
  },
  component: SolvePage,
});

function SolvePage() {
  const { questionSetId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SolveScreen
      questionSetId={questionSetId}
      search={search}
      {...useSolveSteps()}
      onClose={useCloseAgain(() => void navigate({ search: { submit: search.submit }, replace: true }))}
      onReview={(q) =>
        void navigate({ to: '/question/review/$questionSetId', params: { questionSetId }, search: { q } })
      }
    />
  );
}
