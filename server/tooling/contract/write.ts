/** `npm run contract`: writes what is made from the tables of calls, docs/openapi.json and the README's table. */
import { readFileSync, writeFileSync } from 'node:fs';

import { createOpenApi } from '@server/api/contract/openapi';

import { withCallTable } from './readme-table';

writeFileSync('docs/openapi.json', `${JSON.stringify(createOpenApi(), undefined, 2)}\n`);
writeFileSync('README.md', withCallTable(readFileSync('README.md', 'utf8')));
