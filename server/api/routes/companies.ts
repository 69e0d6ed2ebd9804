/** Companies: list, create, read, change (specification §7; there is no delete). */
import { seesCompany } from '@server/api/access/permissions';
import { requirePermission } from '@server/api/http/authenticate';
import { readJson } from '@server/api/http/body';
import { createRoutes, type Services } from '@server/api/http/context';
import { createOnce } from '@server/api/http/create-once';
import { pathId, readPageRequest, toPage } from '@server/api/http/paging';
import { rereadForAnswer } from '@server/api/http/reread-for-answer';
import { findCompany, listCompanies, withFigures } from '@server/api/people/companies';
import { createCompany, updateCompany } from '@server/api/people/write-companies';
import { found } from '@server/api/shared/problem';

import { FIGURES_PAGE_SIZE, newCompanySchema, updateCompanySchema } from '@/api/companies';

export function companyRoutes({ database }: Services) {
  return createRoutes()
    .get('/', async (context) => {
      requirePermission(context, 'company.list');
      const page = readPageRequest(context);
      const { items, total } = await listCompanies(database, page);
      const isShort = page.limit <= FIGURES_PAGE_SIZE;
      return context.json(toPage(page, isShort ? await withFigures(database, items) : items, total));
    })
    .get('/:id', async (context) => {
      const actor = requirePermission(context, 'company.read');
      const id = pathId(context, 'id');
      const company = found(seesCompany(actor, id) ? await findCompany(database, id) : undefined, '企業');
      const [answer] = await withFigures(database, [company]);
      return context.json(found(answer, '企業'));
    })
    .post('/', async (context) => {
      const actor = requirePermission(context, 'company.write');
      const body = await readJson(context, newCompanySchema);
      return createOnce(context, database, { body }, async (transaction) => {
        const id = await createCompany(transaction, actor, body);
        return found(await findCompany(transaction, id), '企業');
      });
    })
    .patch('/:id', async (context) => {
      const actor = requirePermission(context, 'company.write');
      const id = pathId(context, 'id');
      await updateCompany(database, actor, id, await readJson(context, updateCompanySchema));
      return context.json(found(await rereadForAnswer(findCompany(database, id)), '企業'));
    });
}
