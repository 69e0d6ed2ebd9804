/** Tests the program that creates and fills the first database: killed at two moments, and refused. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { LIMIT_MS, signIn, useProcesses } from '../support/processes';

const { makeFolder, start } = useProcesses();

test.each([
  ['created', 'database.new/base'],
  ['filled', 'database/base'],
])(
  'fault: the very first start is killed while the database is %s → no partial data remain, and the next start serves all',
  async (_what, sign) => {
    const DATA_DIR = makeFolder();
    const first = await start({ DATA_DIR }, 'prepare-data');
    // Creating and filling take some seconds each; the program is killed as soon as that has begun.
    while (!existsSync(join(DATA_DIR, sign))) await wait(10);
    first.child.kill('SIGKILL');
    expect(await first.exited).toBeNull();
    const second = await start({ DATA_DIR });
    const origin = await second.origin;
    const { access_token } = await signIn(origin);
    const headers = { Authorization: `Bearer ${access_token}` };
    const courses = (await (await fetch(`${origin}/api/v1/courses/`, { headers })).json()) as { items: unknown[] };

    expect(courses.items.length).toBeGreaterThan(1);
  },
  LIMIT_MS,
);

test(
  'prepared data serve the first start, and a refused preparation says why',
  async () => {
    const DATA_DIR = makeFolder();
    const refused = await start({ DATA_DIR, DEMO: 'off' }, 'prepare-data');
    expect(await refused.exited).toBe(1);
    expect(refused.stderr()).toMatch(/^ADMIN_USERNAME と ADMIN_PASSWORD: .*\n$/);
    const prepared = await start({ DATA_DIR }, 'prepare-data');
    expect(await prepared.exited).toBe(0);
    expect(existsSync(join(DATA_DIR, 'lock'))).toBe(false);
    const server = await start({ DATA_DIR });

    expect((await signIn(await server.origin)).access_token).toBeTruthy();
  },
  LIMIT_MS,
);
