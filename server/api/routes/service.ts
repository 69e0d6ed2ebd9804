/** The service and its user: GET /info/ with the server's capabilities, GET /me/ and GET /me/company. */
import { serviceCalls } from '@server/api/contract/people-calls';
import { createRoutes, type Services } from '@server/api/http/context';
import { serve } from '@server/api/http/serve';
import { findCompany } from '@server/api/people/companies';
import { findUser } from '@server/api/people/users';
import { readInfo } from '@server/api/settings/info';
import { found } from '@server/api/shared/problem';

import type { Capability } from '@/api/info';

/** This server's capabilities beyond the specification (docs/wire.md, "Abilities"). */
const abilities: readonly Capability[] = [
  'versions',
  'revoke',
  'current-password',
  'course-progress',
  'name-kana',
  'read-at',
  'submit-history',
  'whole-history',
  'audit',
  'searched-lists',
  'file-sizes',
  'shuffle',
  'lenient',
  'assignments',
  'rescore',
  'question-stats',
  'audit-details',
  'trash',
  'course-figures',
  'idempotency-key',
];

export function serviceRoutes({ database }: Services) {
  const routes = createRoutes();
  // The user is undefined only if they were deleted after the token was checked.
  serve(routes, serviceCalls.me, async ({ actor }) => found(await findUser(database, actor.id), 'ユーザー'));
  serve(routes, serviceCalls.ownCompany, async ({ actor: { companyId } }) => {
    const company = companyId === null ? undefined : await findCompany(database, companyId);
    return company ?? null;
  });
  serve(routes, serviceCalls.info, async () => ({ ...(await readInfo(database)), abilities }));
  return routes;
}
