/** A data folder with the demo data, as the server's first start makes it. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { setPasswordCost } from '@server/auth/passwords';
import { readConfig } from '@server/config';
import { openPGlite } from '@server/db/open-pglite';
import { prepareDatabase } from '@server/db/prepare';
import { fillDatabase } from '@server/fill-database';
import { readSigningKey } from '@server/settings';

/** Makes it in a folder that is not there yet; `passwordCost` is that of its users' passwords. */
export async function makeDemoDatabase(folder: string, passwordCost: number): Promise<void> {
  const { database, close } = await openPGlite(folder);
  const config = readConfig({ DATA_DIR: folder });
  setPasswordCost(passwordCost);
  await prepareDatabase(database, (transaction) => fillDatabase(transaction, config));
  await readSigningKey(database);
  await close();
  rmSync(join(folder, 'lock'), { force: true });
}
