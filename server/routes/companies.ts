/** Companies: list, create, read, change (specification §7; there is no delete). */
import { randomUUID } from 'node:crypto';

import { laterThan, now } from '@server/db/database';
import { companies } from '@server/db/schema';
import { requirePermission } from '@server/http/authenticate';
import { readJson } from '@server/http/body';
import { createRoutes, type Services } from '@server/http/context';
import { pathId, readPageRequest, toPage } from '@server/http/paging';
import { found } from '@server/http/problem';
import { findCompany, listCompanies } from '@server/people/companies';
import { seesCompany } from '@server/permissions';
import { eq } from 'drizzle-orm';

import { newCompanySchema, updateCompanySchema } from '@/api/companies';

export function companyRoutes({ database }: Services) {
  return createRoutes()
    .get('/', async (context) => {
      requirePermission(context, 'company.list');
      const page = readPageRequest(context);
      const { items, total } = await listCompanies(database, page);
      return context.json(toPage(page, items, total));
    })
    .get('/:id', async (context) => {
      const actor = requirePermission(context, 'company.read');
      const id = pathId(context, 'id');
      const company = seesCompany(actor, id) ? await findCompany(database, id) : undefined;
      return context.json(found(company, '企業'));
    })
    .post('/', async (context) => {
      requirePermission(context, 'company.write');
      const { name, note = '' } = await readJson(context, newCompanySchema);
      const id = randomUUID();
      await database.insert(companies).values({ id, name, note, createdAt: now, updatedAt: now });
      return context.json(found(await findCompany(database, id), '企業'), 201);
    })
    .patch('/:id', async (context) => {
      requirePermission(context, 'company.write');
      const id = pathId(context, 'id');
      const { name, note } = await readJson(context, updateCompanySchema);
      await database
        .update(companies)
        .set({ name, note, updatedAt: laterThan(companies.updatedAt) })
        .where(eq(companies.id, id));
      return context.json(found(await findCompany(database, id), '企業'));
    });
}
