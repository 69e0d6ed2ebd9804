/** What came of a question set: re-marking its submits (capability `rescore`). */
import { requirePermission } from '@server/api/http/authenticate';
import { readJson } from '@server/api/http/body';
import { createRoutes, type Services } from '@server/api/http/context';
import { pathId } from '@server/api/http/paging';
import { rescoreSubmits } from '@server/api/study/rescore';

import { rescoreRequestSchema } from '@/api/rescore';

export function questionResultRoutes({ database }: Services) {
  return createRoutes().post('/:id/rescore', async (context) => {
    const actor = requirePermission(context, 'submit.rescore');
    const wanted = await readJson(context, rescoreRequestSchema);
    return context.json(await rescoreSubmits(database, actor, pathId(context, 'id'), wanted));
  });
}
