/**
 * /question-stats/{id}: how people answered the questions of a set; ADMIN, TEACHER, STAFF, if the server has the
 * capability.
 */
import { createFileRoute } from '@tanstack/react-router';

import { QuestionStatsScreen } from '@/features/question-stats/QuestionStatsScreen';
import { crumbOf, lessonCrumb, trailTo } from '@/features/shell/crumbs';
import { lessonQueries } from '@/queries/curriculum/lessons';
import { questionStatsQueries } from '@/queries/curriculum/question-stats';
import { loadQuery } from '@/queries/load-query';

export const Route = createFileRoute('/_app/_staff/question-stats/$questionSetId')({
  loader: async ({ context: { queryClient, me }, params: { questionSetId } }) => {
    const stats = await loadQuery(queryClient, questionStatsQueries.ofSet(questionSetId));
    const lesson = await loadQuery(queryClient, lessonQueries.detail(stats.lessonId)).catch(() => undefined);
    const here = crumbOf('/_app/_staff/question-stats/$questionSetId', me.role);
    return { crumbs: [...trailTo('/_app/courses/', me.role), ...(lesson ? [lessonCrumb(lesson)] : []), here] };
  },
  component: QuestionStatsPage,
});

function QuestionStatsPage() {
  const { questionSetId } = Route.useParams();
  return <QuestionStatsScreen questionSetId={questionSetId} />;
}
