/** Question sets and their explanations (specification §7); whoever may read a set may read its explanation. */
import {
  findQuestionSet,
  listQuestionSets,
  toExplanationAnswer,
  toQuestionSetAnswer,
} from '@server/curriculum/question-sets';
import { createQuestionSet, deleteQuestionSet, updateQuestionSet } from '@server/curriculum/write-question-sets';
import type { Database } from '@server/db/database';
import { requirePermission } from '@server/http/authenticate';
import { createRoutes, type Services } from '@server/http/context';
import { pathId, readPageRequest, toPage } from '@server/http/paging';
import { found } from '@server/http/problem';
import type { Role } from '@server/permissions';

async function requireQuestionSet(database: Database, role: Role, id: string) {
  return found(await findQuestionSet(database, role, id), '問題集');
}

export function questionSetRoutes({ database }: Services) {
  return createRoutes()
    .get('/', async (context) => {
      const page = readPageRequest(context);
      const { items, total } = await listQuestionSets(database, context.get('actor').role, page);
      return context.json(toPage(page, items, total));
    })
    .get('/:id', async (context) => {
      const stored = await requireQuestionSet(database, context.get('actor').role, pathId(context, 'id'));
      return context.json(toQuestionSetAnswer(stored));
    })
    .get('/:id/explanation', async (context) => {
      const stored = await requireQuestionSet(database, context.get('actor').role, pathId(context, 'id'));
      return context.json(toExplanationAnswer(stored));
    })
    .post('/', async (context) => {
      const { role } = requirePermission(context, 'curriculum.write');
      const id = await createQuestionSet(database, context);
      return context.json(toQuestionSetAnswer(await requireQuestionSet(database, role, id)), 201);
    })
    .put('/:id', async (context) => {
      const { role } = requirePermission(context, 'curriculum.write');
      const id = pathId(context, 'id');
      await updateQuestionSet(database, context, id);
      return context.json(toQuestionSetAnswer(await requireQuestionSet(database, role, id)));
    })
    .delete('/:id', async (context) => {
      requirePermission(context, 'curriculum.write');
      await deleteQuestionSet(database, pathId(context, 'id'));
      return context.body(null, 204);
    });
}
