/** Tests a server that is killed while it creates its database. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { LIMIT_MS, signIn, useProcesses } from '../support/processes';

const { makeFolder, start } = useProcesses();

test(
  'fault: the server is killed during the very first start → no partial database remains, and the next start serves',
  async () => {
    const DATA_DIR = makeFolder();
    const first = await start({ DATA_DIR });
    // Creating the database takes some seconds; the server is killed as soon as that has begun.
    while (!existsSync(join(DATA_DIR, 'database.new', 'base'))) await wait(10);
    first.child.kill('SIGKILL');
    await first.exited;
    const second = await start({ DATA_DIR });

    expect((await signIn(await second.origin)).access_token).toBeTruthy();
  },
  LIMIT_MS,
);
