/** GET /me/ and GET /me/company: the current user and their company. */
import { createRoutes, type Services } from '@server/api/http/context';
import { findCompany } from '@server/api/people/companies';
import { findUser } from '@server/api/people/users';
import { found } from '@server/api/shared/problem';

export function meRoutes({ database }: Services) {
  return createRoutes()
    .get('/', async (context) => {
      // The user is undefined only if they were deleted after the token was checked.
      return context.json(found(await findUser(database, context.get('actor').id), 'ユーザー'));
    })
    .get('/company', async (context) => {
      const { companyId } = context.get('actor');
      const company = companyId === null ? undefined : await findCompany(database, companyId);
      return context.json(company ?? null);
    });
}
