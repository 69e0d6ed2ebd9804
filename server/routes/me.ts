/** GET /me/ and GET /me/company: whoever asks. */
import { createRoutes, type Services } from '@server/http/context';
import { findCompany } from '@server/people/companies';
import { findUser } from '@server/people/users';
import { found } from '@server/problem';

export function meRoutes({ database }: Services) {
  return createRoutes()
    .get('/', async (context) => {
      // Missing only when deleted between the token's check and now.
      return context.json(found(await findUser(database, context.get('actor').id), 'ユーザー'));
    })
    .get('/company', async (context) => {
      const { companyId } = context.get('actor');
      const company = companyId === null ? undefined : await findCompany(database, companyId);
      return context.json(company ?? null);
    });
}
