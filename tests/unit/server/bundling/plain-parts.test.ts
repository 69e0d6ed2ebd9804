/** Checks which components of Mantine are built without their animations. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { plainParts } from '@server/tooling/bundling/plain-parts';
import { expect, test } from 'vitest';

const { resolveId, load } = plainParts();
const components = join(import.meta.dirname, '../../../../node_modules/@mantine/core/esm/components');
const transition = '../Transition/Transition.mjs';
const indicator = '../FloatingIndicator/FloatingIndicator.mjs';
const buttons = ['Button/Button.mjs', 'ActionIcon/ActionIcon.mjs'].map((path) => join(components, path));
const segments = join(components, 'SegmentedControl/SegmentedControl.mjs');

test('buttons, and no other components, are built without transitions', () => {
  const code = buttons.map((path) => load(resolveId(transition, path) ?? ''));
  expect(code).toEqual([expect.stringContaining('Transition'), expect.stringContaining('Transition')]);
  expect(resolveId(transition, join(components, 'ModalBase/ModalBaseContent.mjs'))).toBeUndefined();
  expect(resolveId('../Loader/Loader.mjs', buttons[0])).toBeUndefined();
  expect([resolveId(transition), load('other')]).toEqual([undefined, undefined]);
});

test('segmented controls are built without the sliding indicator, which other components keep', () => {
  expect(load(resolveId(indicator, segments) ?? '')).toContain('FloatingIndicator = () => null');
  expect(resolveId(indicator, join(components, 'Tabs/Tabs.mjs'))).toBeUndefined();
  expect(resolveId(transition, segments)).toBeUndefined();
});

test('the Mantine components that the build replaces are at the expected paths and have the expected code', () => {
  expect([...buttons, segments].map((path) => existsSync(path))).toEqual([true, true, true]);
  expect(readFileSync(segments, 'utf8')).toContain(indicator);
});
