/** GET /info/: general info about the service. */
import { createRoutes, type Services } from '@server/http/context';
import { readInfo } from '@server/settings';

import type { Ability } from '@/api/info';

/** What this server can beyond the specification (docs/wire.md, "Abilities"). */
const abilities: readonly Ability[] = [
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
];

export function infoRoutes({ database }: Services) {
  return createRoutes().get('/', async (context) => context.json({ ...(await readInfo(database)), abilities }));
}
