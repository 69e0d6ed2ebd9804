/** Which of Mantine's components are built without transitions. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { plainLoaders } from '@server/build/plain-loaders';
import { expect, test } from 'vitest';

const resolve = plainLoaders('/app').resolveId as (source: string, importer?: string) => string | undefined;
const component = (path: string) => `/app/node_modules/@mantine/core/esm/components/${path}`;
const transition = '../Transition/Transition.mjs';

test('buttons are built with what comes and goes at once, and nothing else is', () => {
  const built = ['Button/Button.mjs', 'ActionIcon/ActionIcon.mjs', 'ModalBase/ModalBaseContent.mjs'].map((path) =>
    resolve(transition, component(path)),
  );
  expect(built).toEqual(['/app/src/ui/loader-at-once.ts', '/app/src/ui/loader-at-once.ts', undefined]);
  expect(resolve('../Loader/Loader.mjs', component('Button/Button.mjs'))).toBeUndefined();
  expect(resolve(transition)).toBeUndefined();
});

test('the components are where they are looked for', () => {
  for (const path of ['Button/Button.mjs', 'ActionIcon/ActionIcon.mjs'])
    expect(existsSync(join(import.meta.dirname, '../../../..', component(path).slice(5)))).toBe(true);
});
