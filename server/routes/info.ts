/** GET /info/: general info about the service. */
import { readInfo } from '@server/db/settings';
import { createRoutes, type Services } from '@server/http/context';

export function infoRoutes({ database }: Services) {
  return createRoutes().get('/', async (context) => context.json(await readInfo(database)));
}
