/** Tests that the theme takes its colours from the design tokens, which have AA contrast in both schemes. */
import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';

import { theme } from '@/ui/theme';

const whole = mergeMantineTheme(DEFAULT_THEME, theme);

test.each([
  ['ai', 'var(--m-tint)', 'var(--m-primary)'],
  ['red', 'var(--m-bad-bg)', 'var(--m-bad)'],
  ['yellow', 'var(--m-wait-bg)', 'var(--m-wait)'],
])("a notice in %s has the tokens' colours", (color, background, words) => {
  const colors = whole.variantColorResolver({ color, variant: 'light', theme: whole });
  expect(colors).toMatchObject({ background, color: words });
});
