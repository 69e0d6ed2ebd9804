/** Which of Mantine's components are built without transitions. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { plainLoaders } from '@server/build/plain-loaders';
import { expect, test } from 'vitest';

const { resolveId, load } = plainLoaders();
const components = join(import.meta.dirname, '../../../../node_modules/@mantine/core/esm/components');
const transition = '../Transition/Transition.mjs';
const buttons = ['Button/Button.mjs', 'ActionIcon/ActionIcon.mjs'].map((path) => join(components, path));

test('buttons are built with what comes and goes at once, and nothing else is', () => {
  const code = buttons.map((path) => load(resolveId(transition, path) ?? ''));
  expect(code).toEqual([expect.stringContaining('Transition'), expect.stringContaining('Transition')]);
  expect(resolveId(transition, join(components, 'ModalBase/ModalBaseContent.mjs'))).toBeUndefined();
  expect(resolveId('../Loader/Loader.mjs', buttons[0])).toBeUndefined();
  expect([resolveId(transition), load('other')]).toEqual([undefined, undefined]);
});

test('the components are where they are looked for', () => {
  expect(buttons.map((path) => existsSync(path))).toEqual([true, true]);
});
