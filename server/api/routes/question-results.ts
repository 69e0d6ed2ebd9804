/**
 * Two calls: one grades a question set's submits again (capability `rescore`), one reads the set's statistics
 * (`question-stats`).
 */
import { requirePermission } from '@server/api/http/authenticate';
import { readJson } from '@server/api/http/body';
import { createRoutes, type Services } from '@server/api/http/context';
import { pathId } from '@server/api/http/paging';
import { readSetStats } from '@server/api/study/question-stats';
import { rescoreSubmits } from '@server/api/study/rescore';

import { rescoreRequestSchema } from '@/api/rescore';

export function questionResultRoutes({ database }: Services) {
  return createRoutes()
    .get('/:id/stats', async (context) => {
      const actor = requirePermission(context, 'question-stats.read');
      return context.json(await readSetStats(database, actor, pathId(context, 'id')));
    })
    .post('/:id/rescore', async (context) => {
      const actor = requirePermission(context, 'submit.rescore');
      const wanted = await readJson(context, rescoreRequestSchema);
      return context.json(await rescoreSubmits(database, actor, pathId(context, 'id'), wanted));
    });
}
