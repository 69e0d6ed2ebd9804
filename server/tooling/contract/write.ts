/** `npm run contract`: writes docs/openapi.json and the table in docs/connect-your-api.md from the tables of calls. */
import { readFileSync, writeFileSync } from 'node:fs';

import { createOpenApi } from '@server/api/contract/openapi';

import { withCallTable } from './call-table';

const guide = 'docs/connect-your-api.md';

writeFileSync('docs/openapi.json', `${JSON.stringify(createOpenApi(), undefined, 2)}\n`);
writeFileSync(guide, withCallTable(readFileSync(guide, 'utf8')));
