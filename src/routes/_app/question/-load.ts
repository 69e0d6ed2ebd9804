/**
 * Loaders of the solve and review screens: the question set, its place in the course, and the user whose answers are
 * shown.
 */
import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';

import type { QuestionSet } from '@/api/question-sets';
import { isId } from '@/api/shapes';
import { type CurrentUser, nameOf } from '@/api/users';
import { type Crumb, lessonCrumb, trailTo } from '@/features/shell/crumbs';
import { lessonQueries } from '@/queries/curriculum/lessons';
import { questionSetQueries } from '@/queries/curriculum/question-sets';
import { loadQuery } from '@/queries/load-query';
import { userQueries } from '@/queries/people/users';
import { progressQueries } from '@/queries/progress/progress';
import { requirePermission } from '@/routes/-guards';

interface LoadContext {
  queryClient: QueryClient;
  me: CurrentUser;
}

const optional = <T>(loading: Promise<T>) => loading.catch(() => undefined);

/**
 * Loads a question set, and if available its lesson, for the breadcrumbs, and the explanation. A device that holds only
 * the questions still opens them.
 */
export async function loadQuestionSet(
  { queryClient, me }: LoadContext,
  questionSetId: string,
  { withExplanation = false } = {},
): Promise<{ questionSet: QuestionSet; crumbs: Crumb[] }> {
  const explained = withExplanation && optional(loadQuery(queryClient, questionSetQueries.explanation(questionSetId)));
  const questionSet = await loadQuery(queryClient, questionSetQueries.detail(questionSetId));
  const { lessonId } = questionSet;
  const lesson = lessonId && (await optional(loadQuery(queryClient, lessonQueries.detail(lessonId))));
  await explained;
  return {
    questionSet,
    crumbs: [...trailTo('/_app/', me.role), ...(lesson ? [lessonCrumb(lesson)] : [])],
  };
}

/**
 * Loads the progress that a review shows; for another user it requires the permission, and the server checks again.
 *
 * @returns the breadcrumbs to that user; undefined for the own answers.
 */
export async function loadUserOfReview(context: LoadContext, userId: string | undefined): Promise<Crumb[] | undefined> {
  const { queryClient, me } = context;
  if (userId !== undefined && !isId(userId)) throw notFound();
  if (userId === undefined || userId === me.id) {
    // The progress is optional: answers still queued on this device can be reviewed without it; if there are no such
    // answers, the screen itself reports the problem.
    await optional(loadQuery(queryClient, progressQueries.detail(me.id)));
    return undefined;
  }
  requirePermission(me, 'user.view');
  const [user] = await Promise.all([
    loadQuery(queryClient, userQueries.detail(userId)),
    loadQuery(queryClient, progressQueries.detail(userId)),
  ]);
  return [...trailTo('/_app/', me.role), { label: nameOf(user), to: `/users/detail/${userId}`, isName: true }];
}
