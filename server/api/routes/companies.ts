/** Companies: list, create, read, change (specification §7; there is no delete). */
import { seesCompany } from '@server/api/access/permissions';
import { companyCalls } from '@server/api/contract/people-calls';
import type { Services } from '@server/api/http/context';
import { resourceRoutes } from '@server/api/http/serve';
import { findCompany, listCompanies, withFigures } from '@server/api/people/companies';
import { createCompany, updateCompany } from '@server/api/people/write-companies';
import { found } from '@server/api/shared/problem';

import { FIGURES_PAGE_SIZE } from '@/api/companies';

export function companyRoutes({ database }: Services) {
  return resourceRoutes(database, companyCalls, {
    noun: '企業',
    list: async ({ page }) => {
      const { items, total } = await listCompanies(database, page);
      return { items: page.limit <= FIGURES_PAGE_SIZE ? await withFigures(database, items) : items, total };
    },
    read: async ({ actor, id }) => {
      const company = found(seesCompany(actor, id) ? await findCompany(database, id) : undefined, '企業');
      const [answer] = await withFigures(database, [company]);
      return found(answer, '企業');
    },
    find: (reader, _, id) => findCompany(reader, id),
    create: createCompany,
    update: updateCompany,
  });
}
