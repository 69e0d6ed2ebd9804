/** Checks that font sizes, gaps, paddings and radii are steps of one scale (docs/decisions/0097-shared-classes.md). */
import { readdirSync, readFileSync } from 'node:fs';

import { readModules } from '@tests/architecture/modules';
import { expect, test } from 'vitest';

/** The steps of gaps, paddings and margins, px. */
const spaces = ['0', '2px', '4px', '6px', '8px', '12px', '16px', '24px', '32px', '40px'];
/** One gap for both directions, or one between rows and one between columns. */
const gaps = [...spaces.slice(0, 8), '0 12px', '4px 12px', '8px 16px', '8px 24px', '16px 24px'];
/** Sizes within a text, relative to its own, in the same steps as the tokens. */
const relativeSizes = ['0.8em', '0.86em', '0.94em', '1em', '1.1em', '1.25em'];

/** Declarations with a value of their own, and why. */
const exceptions = [
  // iOS zooms in on a field with letters below 16 px.
  'global: font-size: max(1rem, 16px)',
  'TextEditor: font-size: max(1rem, 16px)',
  'OutlineFields: font-size: max(1em, 16px)',
  // The text size chosen for this device.
  ...['93.75%', '109.375%', '118.75%'].map((size) => `skeleton: font-size: ${size}`),
  // Readings above their word.
  'markdown: font-size: 0.52em',
  // Charts have their own units.
  'Ring: font-size: 20px',
  'YearCalendar: font-size: 10.5px',
  'ScoreChart: font-size: 11.5px',
  'ScoreChart: padding: 12px 22px 30px 50px',
  // A hundred questions in a row of 360 px.
  'QuestionHead: gap: 1px',
  // Marks and numbers of list items are as wide as their letters.
  'markdown-blocks: gap: 0.6em',
  'utilities: padding-inline-start: 1.4em',
  'Certificate: padding-inline-start: 1.8em',
];

const sheets = [
  'public/skeleton.css',
  ...readdirSync('src', { recursive: true, encoding: 'utf8' }).map((path) => `src/${path}`),
].filter((path) => path.endsWith('.css'));

const declarations = sheets.flatMap((path) => {
  const rules = readFileSync(path, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  return [
    ...rules.matchAll(
      /(?<=[{;]\s*)(font|font-size|gap|row-gap|column-gap|padding[\w-]*|border[\w-]*radius):([^;{}]+);/g,
    ),
  ].map(([, property = '', value = '']) => ({ path, property, value: value.trim().replaceAll(/\s+/g, ' ') }));
});

function isOnScale({ path, property, value }: (typeof declarations)[number]): boolean {
  // Paper is measured in millimetres and points.
  if (/\d(mm|pt)\b/.test(value)) return true;
  if (property.endsWith('gap')) return gaps.includes(value);
  if (property.endsWith('radius')) return value.split(' ').every((part) => /^(0|var\(--radius-\w+\))$/.test(part));
  if (property.startsWith('font')) {
    const [size = ''] = value.split(' / ');
    return (
      size === 'inherit' ||
      relativeSizes.includes(size) ||
      /^(calc\()?var\(--text-\w+\)( \* var\(--[^)]+\)\))?$/.test(size)
    );
  }
  // Sums with other measures, such as a touch target's; spaces within a text are measured in its letters.
  const lengths = value.replaceAll(/calc\((?:[^()]|\([^()]*\))*\)|var\([^)]*\)/g, '').match(/[\d.]+\w*/g) ?? [];
  return lengths.every(
    (length) => spaces.includes(length) || (length.endsWith('em') && path.startsWith('src/ui/markdown/')),
  );
}

test('sizes of letters, gaps, paddings and radii are steps of the scale', () => {
  expect(declarations.length).toBeGreaterThan(500);
  const off = declarations.filter((one) => !isOnScale(one));
  const names = off.map(
    ({ path, property, value }) => `${path.replace(/^.*\/([\w-]+)\..*$/, '$1')}: ${property}: ${value}`,
  );
  expect(new Set(names)).toEqual(new Set(exceptions));
});

test('spaces that components set are steps of the scale', () => {
  const props = [...readModules(['src']).values()].flatMap(({ path, source }) =>
    [...source.matchAll(/\s(?:gap|[mp][tblrxyse]?)=\{(\d+)\}/g)].map(([, size = '']) => ({ path, size })),
  );
  expect(props.length).toBeGreaterThan(10);
  expect(props.filter(({ size }) => size !== '0' && !spaces.includes(`${size}px`))).toEqual([]);
});

test('the scale has at most 10 sizes of letters and 5 radii', () => {
  const tokens = readFileSync('public/skeleton.css', 'utf8');
  expect(tokens.match(/--text-\w+:/g)).toHaveLength(9);
  expect(tokens.match(/--radius-\w+:/g)).toHaveLength(5);
});
