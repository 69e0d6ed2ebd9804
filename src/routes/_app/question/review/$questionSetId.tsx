/** /question/review/{id}: the answers to a question set; for staff also those of another user. */
import { createFileRoute } from '@tanstack/react-router';

import { ReviewScreen } from '@/features/questions/review/ReviewScreen';
import { readReviewSearch } from '@/features/questions/solve/question-search';
import { useCloseAgain } from '@/features/questions/solve/use-solve-steps';
import { loadQuestionSet, loadUserOfReview } from '@/routes/_app/question/-load';

export const Route = createFileRoute('/_app/question/review/$questionSetId')({
  validateSearch: readReviewSearch,
  loaderDeps: ({ search: { user } }) => ({ user }),
  loader: async ({ context, params: { questionSetId }, deps }) => {
    const [{ questionSet, crumbs }, user] = await Promise.all([
      loadQuestionSet(context, questionSetId, { withExplanation: true }),
      loadUserOfReview(context, deps.user),
    ]);
    const here = { label: `${questionSet.title}の解答と解説`, to: `/question/review/${questionSetId}` };
    return { crumbs: [...(user ?? crumbs), here] };
  },
  component: ReviewPage,
});

function ReviewPage() {
  const { questionSetId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <ReviewScreen
      questionSetId={questionSetId}
      search={Route.useSearch()}
      onGo={(to) => void navigate({ search: to })}
      onClose={useCloseAgain(() => void navigate({ search: {}, replace: true }))}
    />
  );
}
