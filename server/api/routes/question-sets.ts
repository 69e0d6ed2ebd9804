/** Question sets and their explanations (specification §7). Readers of a set may read its explanation. */
import {
  findQuestionSet,
  listQuestionSets,
  toExplanationAnswer,
  toQuestionSetAnswer,
} from '@server/api/curriculum/question-sets';
import { createQuestionSet, deleteQuestionSet, updateQuestionSet } from '@server/api/curriculum/write-question-sets';
import { requirePermission } from '@server/api/http/authenticate';
import { readJson } from '@server/api/http/body';
import { createRoutes, type Services } from '@server/api/http/context';
import { createOnce } from '@server/api/http/create-once';
import { pathId, readPageRequest, toPage } from '@server/api/http/paging';
import { rereadForAnswer } from '@server/api/http/reread-for-answer';
import { found } from '@server/api/shared/problem';

import { newQuestionSetSchema, updateQuestionSetSchema } from '@/api/question-set-edits';

export function questionSetRoutes({ database }: Services) {
  return createRoutes()
    .get('/', async (context) => {
      const page = readPageRequest(context);
      const { items, total } = await listQuestionSets(database, context.get('actor').role, page);
      return context.json(toPage(page, items, total));
    })
    .get('/:id', async (context) => {
      const stored = await findQuestionSet(database, context.get('actor').role, pathId(context, 'id'));
      return context.json(toQuestionSetAnswer(found(stored, '問題集')));
    })
    .get('/:id/explanation', async (context) => {
      const stored = await findQuestionSet(database, context.get('actor').role, pathId(context, 'id'));
      return context.json(toExplanationAnswer(found(stored, '問題集')));
    })
    .post('/', async (context) => {
      const actor = requirePermission(context, 'curriculum.write');
      const body = await readJson(context, newQuestionSetSchema);
      return createOnce(context, database, { body }, async (transaction) => {
        const id = await createQuestionSet(transaction, actor, body);
        return toQuestionSetAnswer(found(await findQuestionSet(transaction, actor.role, id), '問題集'));
      });
    })
    .put('/:id', async (context) => {
      const actor = requirePermission(context, 'curriculum.write');
      const id = pathId(context, 'id');
      await updateQuestionSet(database, actor, id, await readJson(context, updateQuestionSetSchema));
      return context.json(
        toQuestionSetAnswer(found(await rereadForAnswer(findQuestionSet(database, actor.role, id)), '問題集')),
      );
    })
    .delete('/:id', async (context) => {
      const actor = requirePermission(context, 'curriculum.write');
      await deleteQuestionSet(database, actor, pathId(context, 'id'));
      return context.body(null, 204);
    });
}
