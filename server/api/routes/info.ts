/** GET /info/: general information about the service, and the server's capabilities. */
import { createRoutes, type Services } from '@server/api/http/context';
import { readInfo } from '@server/api/settings/info';

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

export function infoRoutes({ database }: Services) {
  return createRoutes().get('/', async (context) => context.json({ ...(await readInfo(database)), abilities }));
}
